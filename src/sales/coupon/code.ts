import { keyedHash } from '#src/accounts/account/keyed-hash.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16 // 80 bits
const GROUP = 4

/**
 * The code of a coupon: 80 bits in Douglas Crockford's base 32, four groups of four. It follows
 * from the coupon's id and our SECRET, so that a sheet can be printed again although the database
 * holds no code, only what finds one.
 */
export function codeOf(secret: string, coupon_id: string): string {
  const bits = BigInt(`0x${keyedHash(secret, 'coupon code', coupon_id).slice(0, (LENGTH * 5) / 4)}`)
  const figures = Array.from(
    { length: LENGTH },
    (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)],
  )
  return grouped(figures.join(''))
}

/** What the database keeps of a code. */
export const codeHash = (secret: string, code: string) => keyedHash(secret, 'coupon', plain(code))

/** A code as people type it: any case, any strokes and spaces, O for 0, I and L for 1. */
function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Enough to tell codes apart, not to use one. */
export const maskedCode = (code: string) => `${code.slice(0, GROUP)}-••••-••••-••••`

const grouped = (figures: string) =>
  Array.from({ length: LENGTH / GROUP }, (_, i) => figures.slice(i * GROUP, (i + 1) * GROUP)).join(
    '-',
  )
