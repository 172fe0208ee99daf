import { toFlowAddress } from './flow-address.ts'
import { encodeRlp } from './rlp.ts'
import { type HashAlgo, isSignedBy, signAs, type WalletKey } from './wallet-key.ts'

/** The signature of one key in a proof, with FCL's field names (hence `keyId`). */
export interface ProofSignature {
  f_type: string
  f_vsn: string
  addr: string
  keyId: number
  signature: string
}
export interface AccountProof {
  address: string
  nonce: string
  signatures: ProofSignature[]
}
/** The reasons for refusing a proof, for the log and tests only. Clients see `proof_invalid`. */
export type ProofFault =
  | 'address_malformed'
  | 'nonce_malformed'
  | 'signatures_missing'
  | 'signatures_too_many'
  | 'signature_type_unknown'
  | 'signature_of_another_address'
  | 'key_unknown'
  | 'key_revoked'
  | 'key_twice'
  | 'signature_wrong'
  | 'weight_too_low'

const SIGNATURE_TYPE = 'CompositeSignature' as const // FCL's
const WEIGHT_NEEDED = 1000
const SIGNATURES_MAX = 32
const NONCE = /^(?:[0-9a-f]{2}){32,}$/i
const TAG_BYTES = 32
// Early wallets (Blocto, Dapper) sign account proofs with the tag of user messages.
const TAGS = ['FCL-ACCOUNT-PROOF-V0.0', 'FLOW-V0.0-user'] as const
export type ProofTag = (typeof TAGS)[number]

/**
 * Encodes the message of an account proof, without its tag: RLP of application, address and nonce
 * (FLIP 941, FCL's `encodeAccountProof`). Throws a TypeError if address or nonce is malformed; use
 * `proofFault` for input from clients.
 */
export function encodeAccountProof(appIdentifier: string, address: string, nonce: string) {
  const whole = toFlowAddress(address)
  if (!appIdentifier || !whole || !NONCE.test(nonce)) throw new TypeError('Not an account proof')
  const parts = [Buffer.from(appIdentifier), fromHex(whole.slice(2)), fromHex(nonce)]
  return encodeRlp(parts)
}

/** Prefixes a message with its domain tag: UTF-8, padded with zeros to 32 bytes. */
export function tagged(tag: ProofTag, message: Uint8Array): Uint8Array {
  const head = Buffer.alloc(TAG_BYTES)
  head.write(tag)
  return Buffer.concat([head, message])
}

/** Makes the account proof of a wallet with one key. */
export function makeAccountProof(
  appIdentifier: string,
  { address, nonce }: { address: string; nonce: string },
  key: { index: number; hash_algo: HashAlgo; secret: Buffer },
) {
  const message = tagged(TAGS[0], encodeAccountProof(appIdentifier, address, nonce))
  const signature = signAs(key.secret, key.hash_algo, message)
  const f = { f_type: SIGNATURE_TYPE, f_vsn: '1.0.0' }
  return { address, nonce, signatures: [{ ...f, addr: address, keyId: key.index, signature }] }
}

/**
 * Returns the fault of a proof, or undefined for a valid one: each signature is by an unrevoked key
 * of the account, no key signs twice, and the weights sum to 1000. The contract FCLCrypto applies
 * the same rules on chain. The caller checks that the nonce is ours and unused.
 */
export function proofFault(
  appIdentifier: string,
  { address, nonce, signatures }: AccountProof,
  keys: readonly WalletKey[],
): ProofFault | undefined {
  const whole = toFlowAddress(address)
  if (!whole) return 'address_malformed'
  if (!NONCE.test(nonce)) return 'nonce_malformed'
  if (signatures.length === 0) return 'signatures_missing'
  if (signatures.length > SIGNATURES_MAX) return 'signatures_too_many'
  if (signatures.some((s) => s.f_type !== SIGNATURE_TYPE)) return 'signature_type_unknown'
  if (signatures.some((s) => toFlowAddress(s.addr) !== whole)) return 'signature_of_another_address'

  const message = encodeAccountProof(appIdentifier, whole, nonce)
  const [first, ...others] = TAGS.map((tag) =>
    signaturesFault(tagged(tag, message), signatures, keys),
  )
  return others.includes(undefined) ? undefined : first
}

function signaturesFault(
  message: Uint8Array,
  signatures: readonly ProofSignature[],
  keys: readonly WalletKey[],
): ProofFault | undefined {
  const signers = new Map<number, number>()
  for (const { keyId, signature } of signatures) {
    const key = keys.find((one) => one.index === keyId)
    if (!key) return 'key_unknown'
    if (key.revoked) return 'key_revoked'
    if (signers.has(keyId)) return 'key_twice'
    if (!isSignedBy(key, signature, message)) return 'signature_wrong'
    signers.set(keyId, key.weight)
  }
  const weight = [...signers.values()].reduce((sum, one) => sum + one, 0)
  return weight >= WEIGHT_NEEDED ? undefined : 'weight_too_low'
}

const fromHex = (digits: string) => Buffer.from(digits, 'hex')
