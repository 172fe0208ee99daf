import { type Cue, readVtt, type VttFault, vttText } from '#src/media/packaging/webvtt.shared.ts'
import { srtToVtt } from './srt.shared.ts'
import { decode, type Encoding, guessEncoding } from './text-encoding.shared.ts'

/** Subtitles that go up with a title. `language` is a BCP 47 tag. */
export interface Subtitles {
  name: string
  /** As the file has them: read anew where the guess at their encoding was wrong. */
  bytes: Uint8Array<ArrayBuffer>
  encoding: Encoding
  /** What is sent, in UTF-8, once it is WebVTT. */
  text: string
  isConverted: boolean
  language: string
  of: 'asset' | 'trailer'
}

/** Those of the files that are subtitles; their language is as their name says, or the reader's. */
export function readSubtitles(files: readonly File[], locale: string): Promise<Subtitles[]> {
  const chosen = files.filter(({ name }) => /\.(?:vtt|srt)$/i.test(name))
  return Promise.all(
    chosen.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const encoding = guessEncoding(bytes)
      return {
        ...{ name: file.name, bytes, encoding, text: decode(bytes, encoding), isConverted: false },
        ...{ language: languageFromName(file.name) ?? locale, of: 'asset' as const },
      }
    }),
  )
}

/** The same in WebVTT, from SubRip. */
export const converted = (subtitles: Subtitles): Subtitles => ({
  ...subtitles,
  name: subtitles.name.replace(/\.srt$/i, '.vtt'),
  text: srtToVtt(subtitles.text),
  isConverted: true,
})

/** The same file read in another encoding. */
export function reread(subtitles: Subtitles, encoding: Encoding): Subtitles {
  const again = { ...subtitles, encoding, text: decode(subtitles.bytes, encoding) }
  return subtitles.isConverted ? converted(again) : again
}

/** What will be shown when, and what is against it. */
export function looked({ text }: Pick<Subtitles, 'text'>): { cues: Cue[]; faults: VttFault[] } {
  const { text: sent, fault } = vttText(new TextEncoder().encode(text))
  return fault ? { cues: [], faults: [fault] } : readVtt(sent)
}

/** Why subtitles cannot be sent as they are, beside those that go with them; undefined if they can. */
export function subtitleFault(
  subtitles: Subtitles,
  all: readonly Subtitles[],
): 'srt' | 'broken' | 'twice' | undefined {
  const { name, language, of } = subtitles
  const [fault] = looked(subtitles).faults
  const isSrt = fault?.reason === 'srt' || (fault?.reason === 'header' && /\.srt$/i.test(name))
  if (fault) return isSrt ? 'srt' : 'broken'
  const isTwice = all.some((one) => one !== subtitles && one.of === of && one.language === language)
  return isTwice ? 'twice' : undefined
}

/** Languages that subtitles are usual in; a file's name can say any other. */
export const languages =
  'ja en zh-Hans zh-Hant ko fr de es es-419 pt pt-BR it nl sv da nb fi is pl cs sk hu ro bg el ru uk sr hr sl tr ar fa he hi bn ta te ur th vi id ms fil sw'.split(
    ' ',
  )

/** `film_ja.vtt` and `film.JPN.srt` are Japanese; undefined where the name does not say. */
export function languageFromName(name: string): string | undefined {
  const tag = /[._-]([a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2})\.\w+$/i.exec(name)?.[1]
  const canonical = tag && Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]!
  const [base = ''] = canonical?.split('-') ?? []
  const display = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const isKnown = languages.includes(base) || (base.length === 2 && display.of(base))
  return isKnown ? canonical : undefined
}

/** UTF-8 text in base64, as the upload call takes it. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const piece = 32_768 // arguments a call may have
  let binary = ''
  for (let at = 0; at < bytes.length; at += piece)
    binary += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(binary)
}
