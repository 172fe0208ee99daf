import { addWish } from '#src/sales/wish/wish.shared.ts'
import { acceptProposal, listProposals } from '#src/sales/matching/matching.shared.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'
import { type Held, openToTrade, traderTitle } from './trades.ts'

/** Wants a title or a number, and fails if that is refused. */
export async function want(who: Person, kid: string, number: number | null = null) {
  const wish = await who.call(addWish, { kid, number })
  if (wish.error) throw new Error(wish.error.code)
  return wish
}

/** Returns the newest open proposal to a person. */
export async function proposalOf(who: Person) {
  const { items } = await who.call(listProposals, { status: 'open' })
  return items[0]
}

/** Accepts a proposal. */
export const agree = (who: Person, id: string, key?: string) =>
  who.call(acceptProposal, { id }, key)

/**
 * Lets each of two or three people own a copy of a title of their own, open it to trade and want a copy
 * of the next person's title, so that they form a ring. Returns their copies and titles in that order.
 */
export async function ringOf(here: TestApp, creator: Person, people: Person[]) {
  const titles = await Promise.all(people.map((who) => traderTitle(here, creator, [who])))
  const copies: Held[] = titles.map((title) => title.held(1))
  await openToTrade(here, ...copies)
  for (const [i, who] of people.entries()) await want(who, titles[(i + 1) % people.length]!.kid)
  return { titles, copies }
}
