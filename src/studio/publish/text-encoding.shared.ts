/** Encodings of subtitle files, by their names in the Encoding standard (WHATWG). */
export const encodings = [
  'utf-8',
  'utf-16le',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'windows-1256',
  'windows-1252',
] as const
export type Encoding = (typeof encodings)[number]

/** The letters that make up nearly all of a text when it is decoded correctly. */
const SCRIPTS: [Encoding, RegExp][] = [
  ['shift_jis', /[\p{sc=Hiragana}\p{sc=Han}ァ-ヶー]/gu],
  ['euc-kr', /\p{sc=Hangul}/gu],
  ['gb18030', /\p{sc=Han}/gu],
  ['windows-1256', /\p{sc=Arabic}/gu],
]
const ENOUGH = 0.8

/**
 * Guesses a file's encoding: UTF-8 if the bytes are valid, else the first encoding that is valid and
 * yields text in its script, else Windows-1252, in which every byte is valid.
 */
export function guessEncoding(bytes: Uint8Array<ArrayBuffer>): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (decodeStrictly(bytes, 'utf-8') !== undefined) return 'utf-8'
  const fits = SCRIPTS.find(([encoding, script]) => {
    const letters =
      decodeStrictly(bytes, encoding)
        ?.match(/[^\p{ASCII}\p{P}\s]/gu)
        ?.join('') ?? ''
    return letters !== '' && letters.replaceAll(script, '').length < letters.length * (1 - ENOUGH)
  })
  return fits?.[0] ?? 'windows-1252'
}

/** Decodes bytes; invalid sequences become �. */
export const decode = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function decodeStrictly(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
