import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * What the database keeps of something secret and short: without our SECRET nobody can try all
 * codes against it. `purpose` keeps the hash of one kind from serving as that of another.
 */
export function keyedHash(secret: string, purpose: string, ...parts: string[]): string {
  return hmac(secret, [purpose, ...parts]).toString('hex')
}

/** As many random-looking decimal digits, the same again for the same parts (as RFC 4226 does). */
export function keyedDigits(secret: string, digits: number, purpose: string, part: string): string {
  const number = hmac(secret, [purpose, part]).readBigUInt64BE() % 10n ** BigInt(digits)
  return number.toString().padStart(digits, '0')
}

/** What the database keeps of a token too long to be guessed. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url')

const hmac = (secret: string, parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
