/**
 * A Flow chain. Flow addresses are words of a [64, 45, 7] linear code, which detects up to six
 * wrong bits. The address of account n is the xor of the generator rows of n's bits and the chain's
 * code word. The two matrices are from flow-go, `model/flow/address.go`.
 */
export type Chain = keyof typeof CODE_WORD

const CODE_WORD = {
  mainnet: 0n,
  testnet: 0x6834ba37b3980209n,
  emulator: 0x1cb159857af02018n,
} as const

const INDEX_BITS = 45
const ADDRESS = /^(?:0x)?([0-9a-f]{1,16})$/i

/** Returns the address of a chain's account `index`, counted from 1, as `0x` and 16 hex digits. */
export function addressAt(chain: Chain, index: number): string {
  if (!Number.isSafeInteger(index) || index < 1 || index >= 2 ** INDEX_BITS)
    throw new RangeError(`No Flow account has number ${index}`)
  const word = GENERATOR.reduce(
    (sum, row, bit) => ((BigInt(index) >> BigInt(bit)) & 1n ? sum ^ row : sum),
    CODE_WORD[chain],
  )
  return `0x${word.toString(16).padStart(16, '0')}`
}

/** Reports whether an address is valid on a chain; the account need not exist. */
export function isAddressOn(chain: Chain, address: string): boolean {
  const whole = toFlowAddress(address)
  if (!whole) return false
  const word = BigInt(whole) ^ CODE_WORD[chain]
  const parity = PARITY.reduce(
    (sum, column, bit) => ((word >> BigInt(bit)) & 1n ? sum ^ column : sum),
    0,
  )
  return word !== 0n && parity === 0
}

/** Normalizes an address to `0x` and 16 lower-case digits; undefined if malformed. */
export function toFlowAddress(text: string): string | undefined {
  const digits = ADDRESS.exec(text)?.[1]
  return digits && `0x${digits.toLowerCase().padStart(16, '0')}`
}

// Row i is the code word of bit i of an account's number.
// oxfmt-ignore
const GENERATOR = [
  0xe467b9dd11fa00dfn, 0xf233dcee88fe0aben, 0xf919ee77447b7497n, 0xfc8cf73ba23a260dn,
  0xfe467b9dd11ee2a1n, 0xff233dcee888d807n, 0xff919ee774476ce6n, 0x7fc8cf73ba231d10n,
  0x3fe467b9dd11b183n, 0x1ff233dcee8f96d6n, 0x8ff919ee774757ban, 0x47fc8cf73ba2b331n,
  0x23fe467b9dd27f6cn, 0x11ff233dceee8e82n, 0x88ff919ee775dd8fn, 0x447fc8cf73b905e4n,
  0xa23fe467b9de0d83n, 0xd11ff233dce8d5a7n, 0xe88ff919ee73c38an, 0x7447fc8cf73f171fn,
  0xba23fe467b9dcb2bn, 0xdd11ff233dcb0cb4n, 0xee88ff919ee26c5dn, 0x77447fc8cf775dd3n,
  0x3ba23fe467b9b5a1n, 0x9dd11ff233d9117an, 0xcee88ff919efa640n, 0xe77447fc8cf3e297n,
  0x73ba23fe467fabd2n, 0xb9dd11ff233fb16cn, 0xdcee88ff919adde7n, 0xee77447fc8ceb196n,
  0xf73ba23fe4621cd0n, 0x7b9dd11ff2379ac3n, 0x3dcee88ff91df46cn, 0x9ee77447fc88e702n,
  0xcf73ba23fe4131b6n, 0x67b9dd11ff240f9an, 0x33dcee88ff90f9e0n, 0x19ee77447fcff4e3n,
  0x8cf73ba23fe64091n, 0x467b9dd11ff115c7n, 0x233dcee88ffdb735n, 0x919ee77447fe2309n,
  0xc8cf73ba23fdc736n,
]

// Column i is the parity of bit i of an address; the parity of a code word is 0.
// oxfmt-ignore
const PARITY = [
  0x00001, 0x00002, 0x00004, 0x00008, 0x00010, 0x00020, 0x00040, 0x00080,
  0x00100, 0x00200, 0x00400, 0x00800, 0x01000, 0x02000, 0x04000, 0x08000,
  0x10000, 0x20000, 0x40000, 0x7328d, 0x6689a, 0x6112f, 0x6084b, 0x433fd,
  0x42aab, 0x41951, 0x233ce, 0x22a81, 0x21948, 0x1ef60, 0x1deca, 0x1c639,
  0x1bdd8, 0x1a535, 0x194ac, 0x18c46, 0x1632b, 0x1529b, 0x14a43, 0x13184,
  0x12942, 0x118c1, 0x0f812, 0x0e027, 0x0d00e, 0x0c83c, 0x0b01d, 0x0a831,
  0x0982b, 0x07034, 0x0682a, 0x05819, 0x03807, 0x007d2, 0x00727, 0x0068e,
  0x0067c, 0x0059d, 0x004eb, 0x003b4, 0x0036a, 0x002d9, 0x001c7, 0x0003f,
]
