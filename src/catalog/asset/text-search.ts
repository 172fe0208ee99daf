import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '#core/like-pattern.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'
import { typedKana } from '#src/catalog/reading/kana.ts'
import { plainForm } from '#core/typed-number.shared.ts'
import { searchText } from '#core/plain-name.shared.ts'

/** The number of a copy at the end of a search text: `night train 7`, `No. 7`, `#7`, `7番`, `night train ٧`. */
const NUMBER =
  /^(?<name>.*?\S)(?:\s+(?:no\.?|n°)?\s*|\s*[#第]\s*|(?=\d+\s*[番号]))(?<digits>[\d\u0660-\u0669\u06f0-\u06f9]{1,7})\s*(?:番|号)?$/u
/** The letters from which the indexes of names can find them anywhere; below, a search reads all. */
const ANYWHERE_MIN = 3

interface Extent {
  /** Texts of one or two letters match the beginnings of words only, which an index finds. */
  quick?: boolean
}

/** Selects the ids of the titles that match a search text by their own name, brand's name or creator's. */
export function foundTitles(q: string, extent: Extent = {}): RawBuilder<unknown> {
  const text = searchText(q)
  const numbered = numberIn(text)
  const ofNumber = numbered && [
    sql`union select kid from asset where ${isNamed('title', numbered.name, extent)} and ${hasNumber(numbered)}`,
    sql`union select kid from asset where title in ${soundingLike(numbered.name)} and ${hasNumber(numbered)}`,
  ]
  return sql`(
    select kid from asset where ${isNamed('title', text, extent)}
    union select kid from asset where title in ${soundingLike(text)}
    union select kid from asset where brand_id in ${foundBrands(text, extent)}
    union select kid from asset where creator in ${foundCreators(text, extent)}
    ${sql.join(ofNumber ?? [], sql` `)})`
}

/** Selects the ids of the brands that match a search text. */
export function foundBrands(q: string, extent: Extent): RawBuilder<unknown> {
  const text = searchText(q)
  return sql`(select id from brand where ${isNamed('name', text, extent)}
    union select id from brand where name in ${soundingLike(text)})`
}

/** Selects the ids of the creators that match a search text. */
export const foundCreators = (q: string, extent: Extent) =>
  sql`(select id from account where role = 'ORH' and ${isNamed('username', searchText(q), extent)})`

/** Matches names that begin with a search text. */
export const beginsWith = (column: string, q: string) =>
  sql`normalize(${sql.ref(column)}, NFKC) ilike ${beginning(searchText(q))}`

/** Matches names that have a search text in them. */
export const isNamed = (column: string, q: string, extent: Extent = {}) =>
  sql`normalize(${sql.ref(column)}, NFKC) ilike ${patternOf(searchText(q), extent)}`

/** Selects the titles and names that are read as a search text in kana or romaji is. */
function soundingLike(text: string) {
  const kana = typedKana(text)
  const isAlike = kana ? sql`kana like ${likePattern(kana)}` : sql`false`
  return sql`(select text from reading where ${isAlike})`
}

const patternOf = (text: string, { quick = false }: Extent) =>
  quick && text.length < ANYWHERE_MIN ? beginning(text) : likePattern(text)
const beginning = (text: string) => likePattern(text).slice(1)

interface Numbered {
  name: string
  number: number
}

/** Returns the number of a copy at the end of a search text and what stands before it. */
export function numberIn(q: string): Numbered | undefined {
  const { name, digits = '' } = NUMBER.exec(searchText(q))?.groups ?? {}
  const number = Number(plainForm(digits))
  return name && number <= INT_MAX ? { name, number } : undefined
}

/** Matches titles that have a copy of this number. */
export const hasNumber = ({ number }: Numbered) =>
  sql`${number} between asset.first_number and asset.first_number + asset.copies_count - 1`
