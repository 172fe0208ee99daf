import type Banks from 'zengin-code'
import { halfWidth, inKatakana } from './kana.shared.ts'

type Bank = (typeof Banks)[string]
type Place = Bank['branches'][string]
export interface Paging {
  q: string
  offset: number
  limit: number
}

/** A bank and its branch by their names, and those as transfer files have them. */
export interface BankNames {
  bank_name: string
  branch_name: string
  bank_kana: string
  branch_kana: string
}

/** Five megabytes that stay unread until somebody looks for a bank. */
const directory = async () => (await import('zengin-code')).default

/** Banks whose code, name or reading is like what was typed, the likest first. */
export async function findBanks(paging: Paging) {
  return found(Object.values(await directory()), paging, /(銀行|ｷﾞﾝｺｳ)$/)
}

/** The branches of a bank in the same way, or `undefined` where there is no such bank. */
export async function findBranches(bank_code: string, paging: Paging) {
  const bank = bankOf(await directory(), bank_code)
  return bank && found(Object.values(bank.branches), paging, /(支店|ｼﾃﾝ)$/)
}

/** Names by code: `bank` or `branch` where there is none of that code. */
export async function findBankNames(
  bank_code: string,
  branch_code: string,
): Promise<BankNames | 'bank' | 'branch'> {
  const bank = bankOf(await directory(), bank_code)
  if (!bank) return 'bank'
  const branch = Object.hasOwn(bank.branches, branch_code) && bank.branches[branch_code]
  if (!branch) return 'branch'
  return {
    ...{ bank_name: bank.name, branch_name: branch.name },
    ...{ bank_kana: halfWidth(bank.kana), branch_kana: halfWidth(branch.kana) },
  }
}

const bankOf = (banks: typeof Banks, code: string): Bank | undefined =>
  Object.hasOwn(banks, code) ? banks[code] : undefined

/** `ending`: what people write after a name and the directory does not. */
function found(places: Place[], { q, offset, limit }: Paging, ending: RegExp) {
  const typed = folded(q)
  const likeness = (place: Place) =>
    Math.min(likenessOf(place, typed), likenessOf(place, typed.replace(ending, '')))
  const hits = places
    .map((place) => ({ place, unlike: likeness(place) }))
    .filter(({ unlike }) => unlike < Infinity)
    .toSorted((a, b) => a.unlike - b.unlike || (a.place.code < b.place.code ? -1 : 1))
  const items = hits
    .slice(offset, offset + limit)
    .map(({ place: { code, name, kana } }) => ({ code, name, kana: halfWidth(kana) }))
  return { items, total: hits.length }
}

/** 0 is the very thing, 1 begins so, 2 has it inside. */
function likenessOf(place: Place, typed: string): number {
  const names = namesIn(place)
  if (place.code === typed || names.includes(typed)) return 0
  if (place.code.startsWith(typed) || names.some((one) => one.startsWith(typed))) return 1
  return names.some((one) => one.includes(typed)) ? 2 : Infinity
}

const known = new WeakMap<Place, string[]>()

function namesIn(place: Place): string[] {
  const { name, kana, roma } = place
  const names = known.get(place) ?? [folded(name), folded(kana), roma.toUpperCase()]
  known.set(place, names)
  return names
}

/** One writing for all: みずほ, ミズホ and ﾐｽﾞﾎ are the same, and so are ュ and ユ. */
const folded = (text: string) => halfWidth(inKatakana(text.normalize('NFKC'))).replace(/\s/g, '')
