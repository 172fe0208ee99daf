import { films } from './films.ts'
import { pictures } from './pictures.ts'
import { songs } from './songs.ts'
import type { Work } from './work.ts'

export type WorkKey = keyof typeof films | keyof typeof songs | keyof typeof pictures
const all: Record<WorkKey, Work> = { ...films, ...songs, ...pictures }

/** What the market is known by comes first, quick ones to begin with; then the rest as they came out. */
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

/** Every title, the most important first: they are made ready in this order. */
export const works = new Map(FIRST.concat(rest).map((key) => [key, all[key]]))
