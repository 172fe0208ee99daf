import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kinds of keys that a Flow account may have, with Node's names. */
const CURVES = { ECDSA_P256: 'P-256', ECDSA_secp256k1: 'secp256k1' } as const
const HASHES = { SHA2_256: 'sha256', SHA3_256: 'sha3-256' } as const

interface Key {
  signing_algorithm: keyof typeof CURVES
  hashing_algorithm: keyof typeof HASHES
  weight: number
  revoked: boolean
}
interface Account {
  address: string
  name: string
  keys: (Key & { secret: string })[]
}

const usual = { signing_algorithm: 'ECDSA_P256', hashing_algorithm: 'SHA3_256' } as const
const early = { signing_algorithm: 'ECDSA_secp256k1', hashing_algorithm: 'SHA2_256' } as const

/** The accounts of the emulator, on addresses of Flow's test network. */
const samples: { address: string; name: string; keys: Key[] }[] = [
  {
    address: '0x351c8f4230ef4194',
    name: 'One key',
    keys: [{ ...usual, weight: 1_000, revoked: false }],
  },
  {
    address: '0x2348ea71a9eb4bf5',
    name: 'Early key',
    keys: [{ ...early, weight: 1_000, revoked: false }],
  },
  {
    address: '0xc72f53acb8114b2a',
    name: 'Two keys of half weight',
    keys: [
      { ...usual, weight: 1_000, revoked: true },
      { ...usual, weight: 500, revoked: false },
      { ...early, weight: 500, revoked: false },
    ],
  },
]

/** Opens the emulator's accounts. Their keys are made once for each data folder. */
export function openAccounts(dir: string) {
  const accounts = new Map(readOrMake(join(dir, 'accounts.json')).map((one) => [one.address, one]))
  return {
    names: [...accounts.values()].map(({ address, name }) => ({ address, name })),
    /** Returns an account as an access node does; undefined if there is none. */
    find(address: string) {
      const keys = accounts.get(address)?.keys.map((key, index) => ({
        index: String(index),
        public_key: `0x${publicKeyOf(key.secret)}`,
        signing_algorithm: key.signing_algorithm,
        hashing_algorithm: key.hashing_algorithm,
        sequence_number: '0',
        weight: String(key.weight),
        revoked: key.revoked,
      }))
      return keys && { address, balance: '0', keys }
    },
    /** Signs a message with all keys of an account that are not revoked. */
    sign(address: string, message: Buffer) {
      const keys = accounts.get(address)?.keys ?? []
      return keys.flatMap((key, keyId) =>
        key.revoked ? [] : [{ addr: address, keyId, signature: signWith(key, message) }],
      )
    },
  }
}

function readOrMake(file: string): Account[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    const made = samples.map((account) => ({
      ...account,
      keys: account.keys.map((key) => ({ ...key, secret: newSecret(key) })),
    }))
    writeFileSync(file, JSON.stringify(made, undefined, 2), { mode: 0o600 })
    return made
  }
}

function newSecret({ signing_algorithm }: Key): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVES[signing_algorithm] })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** Returns X and Y of a public key, 64 bytes in hex. */
function publicKeyOf(secret: string): string {
  const { x, y } = createPublicKey(secret).export({ format: 'jwk' })
  const parts = [Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]
  return Buffer.concat(parts).toString('hex')
}

function signWith(key: Key & { secret: string }, message: Buffer): string {
  const secret = createPrivateKey(key.secret)
  const hash = HASHES[key.hashing_algorithm]
  return sign(hash, message, { key: secret, dsaEncoding: 'ieee-p1363' }).toString('hex')
}
