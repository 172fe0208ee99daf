import { z } from 'zod'

const LENGTH_MAX = 254 // RFC 5321, 4.5.3.1.3
/**
 * An address as people write it: letters of any script (RFC 6531) and the signs of RFC 5322 without
 * quotes, 64 characters at most before the @. Commas and angle brackets would address other people.
 */
const ADDRESS =
  /^(?!\.|.*\.[.@])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@([\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,62}$/u

/** An e-mail address, trimmed, in lower case, with its domain in ASCII (IDNA), as mail servers know it. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .regex(ADDRESS)
  .overwrite(withAsciiDomain)
  .max(LENGTH_MAX)

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const url = `http://${address.slice(at + 1)}`
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address
}
