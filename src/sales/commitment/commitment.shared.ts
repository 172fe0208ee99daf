/** Returns the commitment to a seed: the SHA-256 of its digits, in hexadecimal. */
export const commitmentOf = async (seed: string) => hexOf(await sha256(seed))

/** Hashes a text in UTF-8 with SHA-256, on the server and in browsers. */
export const sha256 = (text: string) => crypto.subtle.digest('SHA-256', bytesOf(text))

/** Returns a function that computes the HMAC-SHA256 (RFC 2104) of texts with one key, in hexadecimal. */
export async function hmacWith(seed: string): Promise<(text: string) => Promise<string>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), algorithm, false, ['sign'])
  return async (text) => hexOf(await crypto.subtle.sign('HMAC', key, bytesOf(text)))
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Formats bytes in lower-case hexadecimal. */
export const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
