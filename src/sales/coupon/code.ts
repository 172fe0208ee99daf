import { base32, hyphenated, plainBase32 } from '#core/base32.ts'
import { keyedHash } from '#core/keyed-hash.ts'

const LENGTH = 16 // 80 bits
const GROUP = 4

/**
 * Returns the code of a coupon: 80 bits in Douglas Crockford's base 32, in four groups of four. The
 * code is derived from the coupon's id and the SECRET, so a sheet can be printed again although the
 * database stores only hashes of codes.
 */
export const codeOf = (secret: string, coupon_id: string): string =>
  hyphenated(base32(keyedHash(secret, 'coupon code', coupon_id), LENGTH), GROUP)

/** Returns the hash of a code, as the database stores it. */
export const codeHash = (secret: string, code: string) =>
  keyedHash(secret, 'coupon', plainBase32(code))

/** Masks a code: enough remains to tell codes apart, not to use one. */
export const maskedCode = (code: string) => `${code.slice(0, GROUP)}-••••-••••-••••`
