import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '#core/like-pattern.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'
import { typedKana } from '#src/catalog/reading/kana.ts'
import { searchText } from './plain-name.shared.ts'

/** The number of a copy at the end of a search text: `night train 7`, `No. 7`, `#7`, `7番`. */
const NUMBER = /^(?<name>.*?\S)(?:\s+(?:no\.?|n°)?\s*|\s*[#第]\s*)(?<digits>\d{1,7})\s*(?:番|号)?$/u

/** Selects the ids of the titles that a search text means, by their own name, brand's name or creator's. */
export function foundTitles(q: string): RawBuilder<unknown> {
  const text = searchText(q)
  const numbered = numberIn(text)
  return sql`(
    select kid from asset where ${isNamed('title', text)}
    union select kid from asset where title in ${soundingLike(text)}
    union select kid from asset where brand_id in ${foundBrands(text)}
    union select kid from asset where creator in ${foundCreators(text)}
    ${numbered ? sql`union select kid from asset where ${hasNumber(numbered)}` : sql``})`
}

/** Selects the ids of the brands that a search text means. */
export function foundBrands(q: string): RawBuilder<unknown> {
  const text = searchText(q)
  return sql`(select id from brand where ${isNamed('name', text)}
    union select id from brand where name in ${soundingLike(text)})`
}

/** Selects the ids of the creators that a search text means. */
export const foundCreators = (q: string) =>
  sql`(select id from account where role = 'ORH' and ${isNamed('username', searchText(q))})`

/** Matches names that begin with a search text. */
export const beginsWith = (column: string, q: string) =>
  sql`normalize(${sql.ref(column)}, NFKC) ilike ${likePattern(searchText(q)).slice(1)}`

const isNamed = (column: string, text: string) =>
  sql`normalize(${sql.ref(column)}, NFKC) ilike ${likePattern(text)}`

/** Selects the titles and names that are read as a search text in kana or romaji is. */
function soundingLike(text: string) {
  const kana = typedKana(text)
  return sql`(select text from reading where ${kana ? sql`kana like ${likePattern(kana)}` : sql`false`})`
}

interface Numbered {
  name: string
  number: number
}

/** Returns the number of a copy at the end of a search text and what stands before it. */
export function numberIn(q: string): Numbered | undefined {
  const { name, digits } = NUMBER.exec(searchText(q))?.groups ?? {}
  const number = Number(digits)
  return name && number <= INT_MAX ? { name, number } : undefined
}

/** Matches titles with such a name that have a copy of this number. */
export const hasNumber = ({ name, number }: Numbered) => sql`(
  (${isNamed('title', name)} or title in ${soundingLike(name)})
  and ${number} between asset.first_number and asset.first_number + asset.copies_count - 1)`
