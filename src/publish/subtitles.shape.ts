/** Subtitles that go up with a title, as text. `language` is a BCP 47 tag. */
export interface Subtitles {
  name: string
  text: string
  language: string
  of: 'asset' | 'trailer'
}

const TIMES = /^(\d{1,2}:\d{2}:\d{2})[,.](\d{3})\s*-->\s*(\d{1,2}:\d{2}:\d{2})[,.](\d{3})/

export const isSrt = (name: string) => /\.srt$/i.test(name)

/** SubRip as WebVTT (W3C, section 3): a header, points for commas, and no counters before the times. */
export function srtToVtt(srt: string): string {
  const blocks = srt
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  const cues = blocks.flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const at = lines.findIndex((line) => TIMES.test(line))
    if (at < 0) return []
    const [, from, fromMs, to, toMs] = TIMES.exec(lines[at]!)!
    const times = `${padded(from!)}.${fromMs} --> ${padded(to!)}.${toMs}`
    return [[times, ...lines.slice(at + 1).map(withoutArrow)].join('\n')]
  })
  return ['WEBVTT', ...cues].join('\n\n') + '\n'
}

const padded = (time: string) => (time.length === 7 ? `0${time}` : time)

/** WebVTT would take a line with an arrow for times. */
const withoutArrow = (line: string) => line.replaceAll('-->', '→')

/** `film_ja.vtt` and `film.ja.srt` are Japanese; undefined where the name does not say. */
export function languageFromName(name: string): string | undefined {
  const tag = /[._-]([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.\w+$/.exec(name)?.[1]
  if (!tag) return undefined
  const display = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return display.of(tag.split('-')[0]!) ? tag : undefined
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
