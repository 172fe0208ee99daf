import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Returns the hash that the database keeps of a short secret. Without SECRET an attacker cannot try
 * all values against it. `purpose` separates the hashes of different kinds of secrets.
 */
export function keyedHash(secret: string, purpose: string, ...parts: string[]): string {
  return hmac(secret, [purpose, ...parts]).toString('hex')
}

/**
 * Derives pseudorandom decimal digits from a key, as RFC 4226 does; equal inputs give equal digits.
 */
export function keyedDigits(secret: string, digits: number, purpose: string, part: string): string {
  const number = hmac(secret, [purpose, part]).readBigUInt64BE() % 10n ** BigInt(digits)
  return number.toString().padStart(digits, '0')
}

/** Compares two secrets in a time that does not tell how many of their characters agree. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the hash that the database keeps of a long random token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url')

const hmac = (secret: string, parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
