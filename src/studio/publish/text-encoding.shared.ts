/** What subtitle files are written in where it is not UTF-8, by the names of the Encoding standard. */
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

/** Letters that nearly all of a text are of, where it is read in the right encoding. */
const SCRIPTS: [Encoding, RegExp][] = [
  ['shift_jis', /[\p{sc=Hiragana}\p{sc=Han}ァ-ヶー]/gu],
  ['euc-kr', /\p{sc=Hangul}/gu],
  ['gb18030', /\p{sc=Han}/gu],
  ['windows-1256', /\p{sc=Arabic}/gu],
]
const ENOUGH = 0.8

/**
 * A guess at a file's encoding: UTF-8 where the bytes are that, or the first of which it is right and
 * in whose script the text then is; else that of Western Europe, in which every byte is a letter.
 */
export function guessEncoding(bytes: Uint8Array<ArrayBuffer>): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (strictly(bytes, 'utf-8') !== undefined) return 'utf-8'
  const fits = SCRIPTS.find(([encoding, script]) => {
    const letters =
      strictly(bytes, encoding)
        ?.match(/[^\p{ASCII}\p{P}\s]/gu)
        ?.join('') ?? ''
    return letters !== '' && letters.replaceAll(script, '').length < letters.length * (1 - ENOUGH)
  })
  return fits?.[0] ?? 'windows-1252'
}

/** The text in an encoding; what is not of it becomes �. */
export const decode = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function strictly(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
