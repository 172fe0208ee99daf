import { z } from 'zod'
import { email } from './email.shared.ts'

// Control characters, and marks that change the direction of the text after them (Unicode UAX #9).
const DIRECTION_MARKS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
// Characters without width or meaning, except the joiners and selectors of scripts and emoji.
const INVISIBLE = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0]+/gu
const BLANK = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Removes line breaks and invisible characters, so that names that look the same are equal. */
export const visibleText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .replaceAll(DIRECTION_MARKS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the text that a search compares with the stored one in the form `NFKC`, without regard to case. */
export const searchText = (typed: string) => visibleText(typed).normalize('NFKC').toLowerCase()

/** Returns the text that a search for people compares: an address in its stored form, or `searchText`. */
export const personSearchText = (typed: string) => email.safeParse(typed).data ?? searchText(typed)

/**
 * Builds the schema of lines of visible text, without empty ones: at most `max` UTF-16 units in at most
 * `lines` lines.
 */
export const plainLines = (max: number, lines: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .split('\n')
        .map(visibleText)
        .filter((line) => line !== '')
        .join('\n'),
    )
    .max(max)
    .refine((text) => text.split('\n').length <= lines)

/** Builds the schema of a visible name of at most `max` UTF-16 units. */
export const plainName = (max: number) =>
  z
    .string()
    .overwrite(visibleText)
    .min(1)
    .max(max)
    .refine((text) => !BLANK.test(text))
