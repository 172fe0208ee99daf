import { type Cue, readVtt, type VttFault, vttText } from '#src/media/packaging/webvtt.shared.ts'
import { srtToVtt } from './srt.shared.ts'
import { decode, type Encoding, guessEncoding } from './text-encoding.shared.ts'

/** Subtitles to be uploaded with a title. `language` is a BCP 47 tag. */
export interface Subtitles {
  name: string
  /** The bytes of the file, decoded again if the guess at the encoding was wrong. */
  bytes: Uint8Array<ArrayBuffer>
  encoding: Encoding
  /** The decoded text; uploaded as UTF-8 once it is WebVTT. */
  text: string
  isConverted: boolean
  language: string
  of: 'asset' | 'trailer'
}

/** Reads the subtitle files among `files`. The language comes from the file name, else from `locale`. */
export function readSubtitles(files: readonly File[], locale: string): Promise<Subtitles[]> {
  const chosen = files.filter(({ name }) => /\.(?:vtt|srt)$/i.test(name))
  return Promise.all(
    chosen.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const encoding = guessEncoding(bytes)
      return {
        name: file.name,
        bytes,
        encoding,
        text: decode(bytes, encoding),
        isConverted: false,
        language: languageFromName(file.name) ?? locale,
        of: 'asset' as const,
      }
    }),
  )
}

/** Converts SubRip subtitles to WebVTT. */
export const convertToVtt = (subtitles: Subtitles): Subtitles => ({
  ...subtitles,
  name: subtitles.name.replace(/\.srt$/i, '.vtt'),
  text: srtToVtt(subtitles.text),
  isConverted: true,
})

/** Decodes the file again in another encoding, and repeats the conversion to WebVTT. */
export function decodeAs(subtitles: Subtitles, encoding: Encoding): Subtitles {
  const decoded = { ...subtitles, encoding, text: decode(subtitles.bytes, encoding) }
  return subtitles.isConverted ? convertToVtt(decoded) : decoded
}

/** Parses subtitles into cues, or returns their faults. */
export function parseSubtitles({ text }: Pick<Subtitles, 'text'>): {
  cues: Cue[]
  faults: VttFault[]
} {
  const { text: sent, fault } = vttText(new TextEncoder().encode(text))
  return fault ? { cues: [], faults: [fault] } : readVtt(sent)
}

/** Returns why subtitles cannot be uploaded together with `all`, or undefined if they can. */
export function subtitleFault(
  subtitles: Subtitles,
  all: readonly Subtitles[],
): 'srt' | 'broken' | 'twice' | undefined {
  const { name, language, of } = subtitles
  const [fault] = parseSubtitles(subtitles).faults
  const isSrt = fault?.reason === 'srt' || (fault?.reason === 'header' && /\.srt$/i.test(name))
  if (fault) return isSrt ? 'srt' : 'broken'
  const isTwice = all.some((one) => one !== subtitles && one.of === of && one.language === language)
  return isTwice ? 'twice' : undefined
}

/** Returns the id of the row of the subtitles at a place in the list. */
export const subtitlesId = (at: number) => `subtitles-${at}`

/** Common subtitle languages; a file name can state any other. */
export const languages =
  'ja en zh-Hans zh-Hant ko fr de es es-419 pt pt-BR it nl sv da nb fi is pl cs sk hu ro bg el ru uk sr hr sl tr ar fa he hi bn ta te ur th vi id ms fil sw'.split(
    ' ',
  )

/** Reads the language from a file name such as `film_ja.vtt` or `film.JPN.srt`; undefined if it has none. */
export function languageFromName(name: string): string | undefined {
  const tag = /[._-]([a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2})\.\w+$/i.exec(name)?.[1]
  const canonical = tag && Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]!
  const [base = ''] = canonical?.split('-') ?? []
  const display = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const isKnown = languages.includes(base) || (base.length === 2 && display.of(base))
  return isKnown ? canonical : undefined
}

/** Encodes text as UTF-8 in base64, as the upload endpoint expects. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const piece = 32_768 // engines limit the arguments of a call
  let binary = ''
  for (let at = 0; at < bytes.length; at += piece)
    binary += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(binary)
}
