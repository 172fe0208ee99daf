import { keyedHash } from '#src/accounts/account/keyed-hash.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16 // 80 bits
const GROUP = 4

/**
 * Returns the code of a coupon: 80 bits in Douglas Crockford's base 32, in four groups of four. The
 * code is derived from the coupon's id and the SECRET, so a sheet can be printed again although the
 * database stores only hashes of codes.
 */
export function codeOf(secret: string, coupon_id: string): string {
  const bits = BigInt(`0x${keyedHash(secret, 'coupon code', coupon_id).slice(0, (LENGTH * 5) / 4)}`)
  const figures = Array.from(
    { length: LENGTH },
    (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)],
  )
  return hyphenated(figures.join(''))
}

/** Returns the hash of a code, as the database stores it. */
export const codeHash = (secret: string, code: string) => keyedHash(secret, 'coupon', plain(code))

/** Normalizes a typed code: any case, dashes and spaces, O for 0, I and L for 1. */
function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Masks a code: enough remains to tell codes apart, not to use one. */
export const maskedCode = (code: string) => `${code.slice(0, GROUP)}-••••-••••-••••`

const hyphenated = (figures: string) =>
  Array.from({ length: LENGTH / GROUP }, (_, i) => figures.slice(i * GROUP, (i + 1) * GROUP)).join(
    '-',
  )
