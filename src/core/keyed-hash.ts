import { createHash, createHmac, randomBytes } from 'node:crypto'

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

/** Returns the hash that the database keeps of a long random token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url')

const hmac = (secret: string, parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
