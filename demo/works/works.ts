import { films } from './films.ts'
import { pictures } from './pictures.ts'
import { songs } from './songs.ts'
import type { Work } from './work.ts'

export type WorkKey = keyof typeof films | keyof typeof songs | keyof typeof pictures
const all: Record<WorkKey, Work> = { ...films, ...songs, ...pictures }

/**
 * The best known titles, of which the quickest to process come first. The others follow by
 * publication, newest first.
 */
const FIRST: WorkKey[] = [
  'fern',
  'tide',
  'swimmer',
  'nemuro',
  'wave',
  'sea-works',
  'seven-rains',
  'room',
]
const rest = (Object.keys(all) as WorkKey[])
  .filter((key) => !FIRST.includes(key))
  .toSorted((a, b) => all[a].days - all[b].days)

/** All titles in the order of processing, the most important first. */
export const works = new Map(FIRST.concat(rest).map((key) => [key, all[key]]))
