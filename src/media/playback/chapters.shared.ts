import { z } from 'zod'
import { visibleText } from '#core/plain-name.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'

export const CHAPTERS_MAX = 100
export const CHAPTER_NAME_MAX = 100
const JUST_BEGUN_SECONDS = 3

/** The named places in a film or song, each later than the one before. */
export const chapters = z
  .array(
    z.strictObject({
      at_seconds: z.number().min(0).multipleOf(0.001),
      name: z.string().overwrite(visibleText).min(1).max(CHAPTER_NAME_MAX),
    }),
  )
  .max(CHAPTERS_MAX)
  .refine((all) => all.every(({ at_seconds }, i) => i === 0 || at_seconds > all[i - 1]!.at_seconds))
export type Chapters = z.output<typeof chapters>
export type Chapter = Chapters[number]

/** A fault in chapters as text, and its line, counted from 1. */
export interface ChapterFault {
  line: number
  reason: 'time' | 'name' | 'order' | 'end' | 'many'
}

const TIME = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,3}))?(?=\s|$)/
/**
 * Writes chapters as text, one per line, as in `1:23 The bridge`. Fractions of a second are written
 * if there are any.
 */
export function chaptersText(all: readonly Chapter[]): string {
  return all.map(({ at_seconds, name }) => `${timeText(at_seconds)} ${name}`).join('\n')
}

/**
 * Parses lines as `chaptersText` writes them, or a WebVTT file with its cues as chapters (W3C
 * WebVTT, 1.7). Empty lines are ignored. Returns the first fault instead, if there is one.
 */
export function readChapters(text: string, durationSeconds: number): Chapters | ChapterFault {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  const found: Chapters = []
  for (const { line, time, name } of lines[0]!.startsWith('WEBVTT')
    ? cueLines(lines)
    : plainLines(lines)) {
    const at_seconds = secondsOf(time)
    const before = found.at(-1)?.at_seconds ?? -1
    if (at_seconds === undefined) return { line, reason: 'time' }
    const words = visibleText(name)
    if (words === '' || words.length > CHAPTER_NAME_MAX) return { line, reason: 'name' }
    if (at_seconds <= before) return { line, reason: 'order' }
    if (at_seconds >= durationSeconds) return { line, reason: 'end' }
    if (found.length === CHAPTERS_MAX) return { line, reason: 'many' }
    found.push({ at_seconds, name: words })
  }
  return found
}

/**
 * Returns the usable chapters of a media file: those with a name, in order, within its length. Some
 * programs write chapters without names, or all at the start.
 */
export function fileChapters(
  found: readonly { start_seconds: number; title: string }[],
  durationSeconds: number,
): Chapters {
  const named = found
    .map(({ start_seconds, title }) => ({
      at_seconds: Math.round(start_seconds * 1_000) / 1_000,
      name: visibleText(title).slice(0, CHAPTER_NAME_MAX).toWellFormed(),
    }))
    .filter(
      ({ at_seconds, name }) => name !== '' && at_seconds >= 0 && at_seconds < durationSeconds,
    )
    .toSorted((a, b) => a.at_seconds - b.at_seconds)
  const unique = named.filter(({ at_seconds }, i) => at_seconds !== named[i - 1]?.at_seconds)
  return unique.slice(0, CHAPTERS_MAX)
}

/** Returns the index of the chapter at a moment, or −1 before the first. */
export function chapterAt(all: readonly Chapter[], seconds: number): number {
  return all.findLastIndex(({ at_seconds }) => at_seconds <= seconds + 0.001)
}

/**
 * Returns the start of the next or previous chapter, or undefined if there is none. Within
 * `JUST_BEGUN_SECONDS` of a chapter's start, the previous one is the chapter before; later, it is the
 * same one again.
 */
export function chapterBeside(all: readonly Chapter[], seconds: number, by: 1 | -1) {
  const at = chapterAt(all, seconds)
  const hasJustBegun = at >= 0 && seconds - all[at]!.at_seconds < JUST_BEGUN_SECONDS
  return all[by === 1 ? at + 1 : hasJustBegun ? at - 1 : at]?.at_seconds
}

interface ChapterLine {
  line: number
  time: string
  name: string
}

function plainLines(lines: string[]): ChapterLine[] {
  return lines.flatMap((text, i) => {
    const [time = '', ...words] = text.trim().split(/\s+/)
    return time === '' ? [] : [{ line: i + 1, time, name: words.join(' ') }]
  })
}

function cueLines(lines: string[]): ChapterLine[] {
  return lines.flatMap((text, i) => {
    if (!text.includes('-->')) return []
    const end = lines.findIndex((one, at) => at > i && one.trim() === '')
    const words = lines.slice(i + 1, end === -1 ? lines.length : end).join(' ')
    return [{ line: i + 1, time: text.trim(), name: words.replaceAll(/<[^>]*>/g, '') }]
  })
}

function secondsOf(time: string): number | undefined {
  const [, hours = '0', minutes, seconds, rest = ''] = TIME.exec(time) ?? []
  if (minutes === undefined) return undefined
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return (whole * 1_000 + Number(rest.padEnd(3, '0'))) / 1_000
}

function timeText(seconds: number): string {
  const ms = Math.round(seconds * 1_000)
  const rest = ms % 1_000
  const clock = clockTime((ms - rest) / 1_000)
  return rest > 0 ? `${clock}.${String(rest).padStart(3, '0')}` : clock
}
