import { z } from 'zod'

// Control characters, and what turns the direction of the words after it: Unicode, UAX #9.
const TURNS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
// No width and no meaning, but for the joiners and selectors that scripts and emoji need.
const HIDES = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0]+/gu
const BLANK = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Words on one line without what cannot be seen, so that two names that look the same are. */
export const seen = (words: string) =>
  words.toWellFormed().replaceAll(HIDES, '').replaceAll(TURNS, ' ').replaceAll(/\s+/g, ' ').trim()

/** The name of something, of so many UTF-16 units at most, in which there is something to see. */
export const plainName = (max: number) =>
  z
    .string()
    .overwrite(seen)
    .min(1)
    .max(max)
    .refine((words) => !BLANK.test(words))
