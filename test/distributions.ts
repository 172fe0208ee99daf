import type { TestContext } from 'node:test'
import type { InputOf } from '#core/http/endpoint.ts'
import {
  createDistribution,
  getDistribution,
  getOffer,
  payDistribution,
} from '#src/sales/distribution/distribution.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { payAt } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import type { Person, RunningApp } from './people.ts'
import { testApp, waitUntil } from './test-app.ts'
import { createTitle, type Title } from './titles.ts'

export const FEE = 110 // yen for each copy

type Terms = Omit<InputOf<typeof createDistribution>, 'asset_token_ids'>

/** Opens a test app with Mika's title and three people. */
export async function distributionFixtures(
  t: TestContext,
  { copies = 5, balance = 0, points = 0 } = {},
) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance, points })
  const [ren, aoi, yuki] = [
    await here.person('Ren'),
    await here.person('Aoi'),
    await here.person('Yuki', { role: 'ORH' }),
  ]
  const film = await createTitle(here, mika, { copies })
  return { here, mika, ren, aoi, yuki, film }
}

/** Drafts a distribution of these numbers, of all if none is given. */
export const draft = (who: Person, { tokens }: Title, numbers?: number[], terms: Terms = {}) =>
  who.call(createDistribution, {
    ...terms,
    asset_token_ids: (numbers ?? [...tokens.keys()]).map((number) => tokens.get(number)!),
  })

/** Waits until a distribution has this status, and returns it. */
export const waitForStatus = (who: Person, id: string, status: string) =>
  waitUntil(
    () => who.call(getDistribution, { id }),
    (one) => one.status === status,
    10,
  )

/** Pays a draft on the card page and waits until its copies can be claimed. */
export async function payByCard(who: Person, id: string, status = 'done') {
  const { url } = await who.call(payDistribution, { id, balance_to_use: 0 })
  await payAt(url!, CARDS.pays)
  return waitForStatus(who, id, status)
}

/** Distributes these numbers, all if none is given, and returns the distribution's id. */
export async function distribute(
  who: Person,
  film: Title,
  numbers?: number[],
  terms: Terms = {},
): Promise<string> {
  const { id } = await draft(who, film, numbers, terms)
  await payByCard(who, id)
  return id
}

/** Returns a claim of one number, or of another of the same distribution. */
export const claimOf = (film: Title, number: number) => ({
  ...film.order(number, 0),
  asset_sale_price: 0,
})

/** Claims a copy as the page of the link does: the first that is free. */
export async function claim({ call }: Pick<Person, 'call'>, id: string, key?: string) {
  const seen = await call(getOffer, { id })
  const { kid, creator_account_id: owner_account_id } = seen
  const asset_token_id = seen.asset_token_id!
  const wanted = { kid, asset_token_id, owner_account_id }
  return call(purchaseForFree, { ...wanted, asset_sale_price: 0, balance_to_use: 0 }, key)
}

/** Returns the usernames of the owners, by number. */
export async function ownersOf({ app }: Pick<RunningApp, 'app'>, { kid }: Title) {
  const rows = await app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'owner')
    .select('username')
    .where('kid', '=', kid)
    .orderBy('number')
    .execute()
  return rows.map(({ username }) => username)
}
