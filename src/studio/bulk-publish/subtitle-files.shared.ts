import type { VttFault } from '#src/media/packaging/webvtt.shared.ts'
import {
  convertToVtt,
  parseSubtitles,
  readSubtitles,
  subtitleFault,
  type Subtitles,
} from '#src/studio/publish/subtitles.shared.ts'
import { languageOf, type NamedFile } from './pairing.shared.ts'

/** The content of a subtitle file, read once as it is chosen. */
export interface SubtitleContent {
  /** The subtitles as WebVTT; undefined if the file holds none or cannot be read. */
  subtitles?: Subtitles
  isUnreadable?: boolean
  /** The first fault of the text. */
  vttFault?: VttFault
}

/** Reads a file that is subtitles, and converts SubRip. Without a language in its name, `locale` is used. */
export async function withSubtitles<F extends NamedFile & { file: File }>(
  chosen: F,
  locale: string,
): Promise<F & SubtitleContent> {
  const found = await readSubtitles([chosen.file], locale).catch(() => undefined)
  if (!found) return { ...chosen, isUnreadable: true }
  const [read] = found
  if (!read) return chosen
  const named = { ...read, language: languageOf(chosen) ?? read.language }
  const subtitles = subtitleFault(named, []) === 'srt' ? convertToVtt(named) : named
  return { ...chosen, subtitles, vttFault: parseSubtitles(subtitles).faults[0] }
}
