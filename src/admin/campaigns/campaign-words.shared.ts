import type { Language } from '#core/language.shared.ts'
import type { Campaign } from '#src/catalog/campaign/campaign.shared.ts'

/** Returns the title of a campaign in a language, or else in one that it has. */
export function titleOf({ words }: Pick<Campaign, 'words'>, locale: string): string {
  const found = words[locale as Language] ?? words.en ?? words.ja ?? Object.values(words)[0]
  return found!.title
}

const KID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/
const GROUP = /(?:^|\/group\/)([\w-]{22})(?:[?#/]|$)/

/** Reads links to titles, or their ids, one in a line. `wrong` is the first line that is neither. */
export const readTitles = (typed: string) => readLines(typed, (line) => KID.exec(line)?.[0])

/** Reads links to groups, or their addresses, one in a line. */
export const readGroups = (typed: string) => readLines(typed, (line) => GROUP.exec(line)?.[1])

function readLines(typed: string, idOf: (line: string) => string | undefined) {
  const ids = new Set<string>()
  for (const [i, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const id = idOf(line.trim())
    if (id === undefined) return { ids: [], wrong: i + 1 }
    ids.add(id)
  }
  return { ids: [...ids], wrong: undefined }
}
