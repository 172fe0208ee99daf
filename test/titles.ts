import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { Insertable } from 'kysely'
import { inTx } from '#core/database/db.ts'
import type { Asset } from '#core/database/tables.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import type { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { issueSerials } from '#src/catalog/serial/issue.ts'
import type { RunningApp, Person } from './people.ts'
import { testApp, waitUntil } from './test-app.ts'

/** A poster as a title's row has it, without files. */
export const POSTER = {
  base: 'posters/night',
  widths: [320, 640],
  width: 640,
  height: 800,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI', // without one there is no placeholder
}

/** The columns of the title that differ from those below, and its edition. */
export interface TitleOptions extends Partial<Insertable<Asset>> {
  copies?: number
  /** The price at which every copy is listed; without it, no copy is listed. */
  price?: number
}
export interface Title {
  kid: string
  /** The ids of the copies, by number. */
  tokens: Map<number, string>
  /** Returns a buyer's request for one number, with the part paid from balance. */
  order(number: number, balance: number): InputOf<typeof purchaseForFree>
}

/** Opens a test app with Mika's title of five copies, and three people without copies. */
export async function peopleWithTitle(
  t: TestContext,
  options: TitleOptions = {},
  how?: Parameters<typeof testApp>[1],
) {
  const here = await testApp(t, how)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, yuki] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
    await here.person('Yuki', { balance: 5_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 5, ...options })
  return { here, mika, ren, aoi, yuki, film }
}

/** Creates a published title, as upload processing leaves it (uploads have their own tests). */
export async function createTitle(
  { app, clock }: Pick<RunningApp, 'app' | 'clock'>,
  creator: Person,
  { copies = 100, first_number = 1, price, ...fields }: TitleOptions = {},
): Promise<Title> {
  const at = clock.now.toISOString()
  const name = randomUUID().slice(0, 8)
  const kid = await inTx(app, async (tx) => {
    const brand = await tx
      .insertInto('brand')
      .values({ owner: creator.account_id, name, account: name, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { kid: made } = await tx
      .insertInto('asset')
      .values({
        creator: creator.account_id,
        brand_id: brand.id,
        title: `Title ${name}`,
        asset_type: 'video',
        media_type: 'video',
        royalty_rate_bp: 1_000,
        rental_royalty_rate_bp: 1_000,
        min_sellable_price: 10,
        copies_count: copies,
        first_number,
        created_at: at,
        published_at: at,
        ...fields,
      })
      .returning('kid')
      .executeTakeFirstOrThrow()
    const issue = { kid: made, creator: creator.account_id, first_number }
    await issueSerials(tx, { ...issue, copies, subject_id: made }, clock.now)
    return made
  })
  const serials = await app.db
    .selectFrom('serial')
    .select(['number', 'asset_token_id'])
    .where('kid', '=', kid)
    .execute()
  const tokens = new Map(serials.map((row) => [row.number, row.asset_token_id]))
  if (price !== undefined) await listForSale({ app }, creator, [...tokens.values()], price)
  return {
    kid,
    tokens,
    order: (number, balance) => ({
      kid,
      asset_token_id: tokens.get(number)!,
      owner_account_id: creator.account_id,
      asset_sale_price: price ?? 0,
      balance_to_use: balance,
      lang: 'en' as const,
    }),
  }
}

/** Returns a buyer's request for several numbers in one order. */
export function orderSeveral(film: Title, numbers: number[], balance: number) {
  const [first, ...more] = numbers.map((number) => {
    const { balance_to_use: _, lang: __, ...copy } = film.order(number, 0)
    return copy
  })
  return { ...first!, more, balance_to_use: balance, lang: 'en' as const }
}

/** Lists copies for sale and waits until the listings are open. */
export async function listForSale(
  { app }: Pick<RunningApp, 'app'>,
  seller: Person,
  asset_token_ids: string[],
  sale_price: number,
) {
  await listCopies({ app }, seller, { listing_type: 'sale', asset_token_ids, sale_price })
}

/** Lists copies as `body` says and waits until the listings are open. */
export async function listCopies(
  { app }: Pick<RunningApp, 'app'>,
  owner: Person,
  body: InputOf<typeof listSerialsForSale>,
) {
  const answer = await owner.call(listSerialsForSale, body)
  if (answer.error) throw new Error(answer.error.code)
  if (app.role === 'web') await app.runDueJobs?.()
  const preparing = () =>
    app.db
      .selectFrom('listing')
      .select('id')
      .where('batch', '=', answer.batch)
      .where('status', '=', 'preparing')
      .execute()
  const left = await waitUntil(preparing, (rows) => rows.length === 0)
  if (left.length > 0) throw new Error('the listings do not open')
}
