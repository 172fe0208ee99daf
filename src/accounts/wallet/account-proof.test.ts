import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AccountProof,
  encodeAccountProof,
  type ProofFault,
  proofFault,
  type ProofSignature,
  makeAccountProof,
  tagged,
} from './account-proof.ts'
import { encodeRlp, type Rlp } from './rlp.ts'
import {
  type HashAlgo,
  isSignedBy,
  newWalletKey,
  signAs,
  type SignAlgo,
  type WalletKey,
} from './wallet-key.ts'

const APP = 'AWESOME-APP-ID'
const ADDRESS = '0xabc123def456'
const NONCE = '3037366134636339643564623330316636626239323161663465346131393662'
const ALGOS: [SignAlgo, HashAlgo][] = [
  ['ECDSA_P256', 'SHA3_256'],
  ['ECDSA_P256', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA3_256'],
  ['ECDSA_secp256k1', 'SHA2_256'],
]

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('RLP encodes the examples of the Ethereum specification', () => {
  const text = (of: string) => Buffer.from(of)
  const examples: [Rlp, string][] = [
    [text('dog'), '83646f67'],
    [[text('cat'), text('dog')], 'c88363617483646f67'],
    [text(''), '80'],
    [[], 'c0'],
    [Uint8Array.of(0x00), '00'],
    [Uint8Array.of(0x7f), '7f'],
    [Uint8Array.of(0x80), '8180'],
    [Uint8Array.of(0x04, 0x00), '820400'],
    [[[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    [text('a'.repeat(55)), `b7${'61'.repeat(55)}`],
    [text('a'.repeat(56)), `b838${'61'.repeat(56)}`],
    [text('a'.repeat(1024)), `b90400${'61'.repeat(1024)}`],
  ]
  for (const [item, encoded] of examples) equal(hex(encodeRlp(item)), encoded)
})

test('SH-06 an account proof is encoded as FCL and flow-go-sdk encode it', () => {
  const encoded =
    'f8398e415745534f4d452d4150502d4944880000abc123def456a0' +
    '3037366134636339643564623330316636626239323161663465346131393662'
  const message = encodeAccountProof(APP, ADDRESS, NONCE)
  equal(hex(message), encoded)
  equal(
    hex(tagged('FCL-ACCOUNT-PROOF-V0.0', message)),
    `46434c2d4143434f554e542d50524f4f462d56302e3000000000000000000000${encoded}`,
  )
  for (const nonce of ['asdf', '222222', NONCE.slice(1), `${NONCE}zz`, ''])
    throws(() => encodeAccountProof(APP, ADDRESS, nonce), TypeError)
  throws(() => encodeAccountProof('', ADDRESS, NONCE), TypeError)
  throws(() => encodeAccountProof(APP, 'nobody', NONCE), TypeError)
})

test('SH-06 the signatures in Cadence’s own key list example are accepted', () => {
  const key = {
    sign_algo: 'ECDSA_P256',
    hash_algo: 'SHA3_256',
    weight: 500,
    revoked: false,
  } as const
  const examples = [
    [
      'db04940e18ec414664ccfd31d5d2d4ece3985acb8cb17a2025b2f1673427267968e52e2bbf3599059649d4b2cce98fdb8a3048e68abf5abe3e710129e90696ca',
      '8870a8cbe6f44932ba59e0d15a706214cc4ad2538deb12c0cf718d86f32c47765462a92ce2da15d4a29eb4e2b6fa05d08c7db5d5b2a2cd8c2cb98ded73da31f6',
    ],
    [
      'df9609ee588dd4a6f7789df8d56f03f545d4516f0c99b200d73b9a3afafc14de5d21a4fc7a2a2015719dc95c9e756cfa44f2a445151aaf42479e7120d83df956',
      'bbdc5591c3f937a730d4f6c0a6fde61a0a6ceaa531ccb367c3559335ab9734f4f2b9da8adbe371f1f7da913b5a3fdd96a871e04f078928ca89a83d841c72fadf',
    ],
  ] as const
  const message = tagged('FLOW-V0.0-user', Buffer.from('foo'))
  const other = tagged('FCL-ACCOUNT-PROOF-V0.0', Buffer.from('foo'))
  for (const [index, [public_key, signature]] of examples.entries()) {
    equal(isSignedBy({ ...key, index, public_key }, signature, message), true)
    equal(isSignedBy({ ...key, index, public_key }, signature, other), false)
  }
})

for (const [sign_algo, hash_algo] of ALGOS) {
  test(`SH-06 a proof signed with ${sign_algo} over ${hash_algo} is valid with either tag`, () => {
    const { key, secret } = walletKey({ sign_algo, hash_algo })
    const proof = makeAccountProof(APP, { address: ADDRESS, nonce: NONCE }, { ...key, secret })
    equal(proofFault(APP, proof, [key]), undefined)

    const message = tagged('FLOW-V0.0-user', encodeAccountProof(APP, ADDRESS, NONCE))
    const old = withSignature(proof, signAs(secret, hash_algo, message))
    equal(proofFault(APP, old, [key]), undefined)
  })
}

test('SH-06 low and high s values are accepted, as on Flow', () => {
  const { key, proof } = signed()
  const [r, s] = [
    proof.signatures[0]!.signature.slice(0, 64),
    proof.signatures[0]!.signature.slice(64),
  ]
  // FIPS 186-4, P-256
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const mirrored = (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
  equal(proofFault(APP, withSignature(proof, r + mirrored), [key]), undefined)
})

test('SH-06 two keys of half weight sign together, and neither alone', () => {
  const one = walletKey({ index: 0, weight: 500 })
  const two = walletKey({ index: 1, weight: 500 })
  const keys = [one.key, two.key]
  const [first, second] = [one, two].map(({ key, secret }) =>
    makeAccountProof(APP, { address: ADDRESS, nonce: NONCE }, { ...key, secret }),
  )
  const together = { ...first!, signatures: [...first!.signatures, ...second!.signatures] }
  equal(proofFault(APP, together, keys), undefined)
  equal(proofFault(APP, first!, keys), 'weight_too_low')
  equal(proofFault(APP, { ...first!, signatures: duplicated(first!) }, keys), 'key_twice')
})

test('SH-06 an altered proof is refused with the right fault', () => {
  const { key, proof } = signed()
  const sign = (change: Partial<ProofSignature>) => ({
    ...proof,
    signatures: [{ ...proof.signatures[0]!, ...change }],
  })
  const { signature } = proof.signatures[0]!
  const flipped = (signature.startsWith('0') ? '1' : '0') + signature.slice(1)
  const faults: [ProofFault, AccountProof, WalletKey[]?, string?][] = [
    ['address_malformed', { ...proof, address: '0xnobody' }],
    ['nonce_malformed', { ...proof, nonce: 'ab' }],
    ['nonce_malformed', { ...proof, nonce: `${NONCE}f` }],
    ['signature_wrong', { ...proof, nonce: NONCE.replace('30', '31') }],
    ['signature_wrong', proof, [key], 'another-app'],
    ['signatures_missing', { ...proof, signatures: [] }],
    ['signatures_too_many', { ...proof, signatures: Array(33).fill(proof.signatures[0]!) }],
    ['signature_type_unknown', sign({ f_type: 'Signature' })],
    ['signature_of_another_address', sign({ addr: '0x1' })],
    ['signature_of_another_address', { ...proof, address: '0x1' }],
    ['signature_wrong', sign({ signature: flipped })],
    ['signature_wrong', sign({ signature: signature.slice(2) })],
    ['signature_wrong', sign({ signature: `0x${signature}` })],
    ['signature_wrong', sign({ signature: '00'.repeat(64) })],
    ['signature_wrong', sign({ signature: '' })],
    ['key_unknown', sign({ keyId: 1 })],
    ['key_unknown', sign({ keyId: -1 })],
    ['key_unknown', proof, []],
    ['key_revoked', proof, [{ ...key, revoked: true }]],
    ['key_twice', { ...proof, signatures: duplicated(proof) }],
    ['weight_too_low', proof, [{ ...key, weight: 999 }]],
    ['signature_wrong', proof, [{ ...key, hash_algo: 'SHA2_256' }]],
    ['signature_wrong', proof, [{ ...key, sign_algo: 'ECDSA_secp256k1' }]],
    ['signature_wrong', proof, [{ ...key, public_key: '00'.repeat(64) }]],
    ['signature_wrong', proof, [{ ...key, public_key: `04${key.public_key}` }]],
    ['signature_wrong', proof, [{ ...key, public_key: walletKey({}).key.public_key }]],
  ]
  deepEqual(
    faults.map(([, changed, keys, app]) => proofFault(app ?? APP, changed, keys ?? [key])),
    faults.map(([fault]) => fault),
  )
})

function walletKey(parts: Partial<WalletKey>) {
  const { public_key, secret } = newWalletKey(parts.sign_algo ?? 'ECDSA_P256')
  const key: WalletKey = {
    index: 0,
    public_key,
    sign_algo: 'ECDSA_P256',
    hash_algo: 'SHA3_256',
    weight: 1000,
    revoked: false,
    ...parts,
  }
  return { key, secret }
}

function signed() {
  const { key, secret } = walletKey({})
  const proof = makeAccountProof(APP, { address: ADDRESS, nonce: NONCE }, { ...key, secret })
  return { key, proof }
}

function withSignature(proof: AccountProof, signature: string): AccountProof {
  return { ...proof, signatures: [{ ...proof.signatures[0]!, signature }] }
}

const duplicated = ({ signatures }: AccountProof) => [...signatures, ...signatures]
