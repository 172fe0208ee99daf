const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Writes the first bits of a number in hexadecimal as characters of Douglas Crockford's base 32. */
export function base32(hex: string, length: number): string {
  const bits = BigInt(`0x${hex.slice(0, Math.ceil((length * 5) / 4))}`)
  const figures = Array.from({ length }, (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)])
  return figures.join('')
}

/** Normalizes typed base 32: any case, dashes and spaces, O for 0, I and L for 1. */
export function plainBase32(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Puts a hyphen after every `size` characters. */
export const hyphenated = (figures: string, size: number): string =>
  figures.replaceAll(new RegExp(`.{${size}}(?=.)`, 'g'), '$&-')
