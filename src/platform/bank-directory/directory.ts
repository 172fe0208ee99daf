import type Banks from 'zengin-code'
import { halfWidth, inKatakana } from './kana.shared.ts'

type Bank = (typeof Banks)[string]
type Place = Bank['branches'][string]
export interface Paging {
  q: string
  offset: number
  limit: number
}

/** The names of a bank and a branch, as written and in the half-width kana of transfer files. */
export interface BankNames {
  bank_name: string
  branch_name: string
  bank_kana: string
  branch_kana: string
}

/** Loads the directory (5 MB) at the first search. */
const directory = async () => (await import('zengin-code')).default

/** Finds banks whose code, name or reading matches the typed text, best match first. */
export async function findBanks(paging: Paging) {
  return search(Object.values(await directory()), paging, /(銀行|ｷﾞﾝｺｳ)$/)
}

/** Finds branches of a bank in the same way; `undefined` if the bank is unknown. */
export async function findBranches(bank_code: string, paging: Paging) {
  const bank = bankOf(await directory(), bank_code)
  return bank && search(Object.values(bank.branches), paging, /(支店|ｼﾃﾝ)$/)
}

/** Looks up names by code; returns `bank` or `branch` if that code is unknown. */
export async function findBankNames(
  bank_code: string,
  branch_code: string,
): Promise<BankNames | 'bank' | 'branch'> {
  const bank = bankOf(await directory(), bank_code)
  if (!bank) return 'bank'
  const branch = Object.hasOwn(bank.branches, branch_code) && bank.branches[branch_code]
  if (!branch) return 'branch'
  return {
    bank_name: bank.name,
    branch_name: branch.name,
    bank_kana: halfWidth(bank.kana),
    branch_kana: halfWidth(branch.kana),
  }
}

const bankOf = (banks: typeof Banks, code: string): Bank | undefined =>
  Object.hasOwn(banks, code) ? banks[code] : undefined

/** Searches by the typed text. `ending` is a suffix that people type and the directory omits. */
function search(places: Place[], { q, offset, limit }: Paging, ending: RegExp) {
  const typed = normalize(q)
  const rankOf = (place: Place) =>
    Math.min(matchRank(place, typed), matchRank(place, typed.replace(ending, '')))
  const hits = places
    .map((place) => ({ place, rank: rankOf(place) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank || (a.place.code < b.place.code ? -1 : 1))
  const items = hits
    .slice(offset, offset + limit)
    .map(({ place: { code, name, kana } }) => ({ code, name, kana: halfWidth(kana) }))
  return { items, total: hits.length }
}

/** Ranks a match: 0 is equal, 1 begins with the text, 2 contains it, `Infinity` is no match. */
function matchRank(place: Place, typed: string): number {
  const names = searchNames(place)
  if (place.code === typed || names.includes(typed)) return 0
  if (place.code.startsWith(typed) || names.some((one) => one.startsWith(typed))) return 1
  return names.some((one) => one.includes(typed)) ? 2 : Infinity
}

const normalized = new WeakMap<Place, string[]>()

function searchNames(place: Place): string[] {
  const { name, kana, roma } = place
  const names = normalized.get(place) ?? [normalize(name), normalize(kana), roma.toUpperCase()]
  normalized.set(place, names)
  return names
}

/** Normalizes spelling: みずほ, ミズホ and ﾐｽﾞﾎ are equal, and so are ュ and ユ. */
const normalize = (text: string) => halfWidth(inKatakana(text.normalize('NFKC'))).replace(/\s/g, '')
