import { randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#core/http/endpoint.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createWebhook } from '#src/studio/webhooks/webhook.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { claimCoupon, createCoupons, listClaims } from '#src/sales/coupon/coupon.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { accessFixtures } from './access-fixtures.ts'
import { codesOf } from './coupons.ts'
import { downloadableTitle, startDownload } from './downloads.ts'
import { linkWalletOf } from './wallets.ts'
import { giveOne } from './gifts.ts'
import { addFavourite } from '#src/catalog/follow/follow.shared.ts'
import { saveSearch } from '#src/sales/market/saved-search.shared.ts'
import { addWish } from '#src/sales/wish/wish.shared.ts'
import type { Person } from './people.ts'
import { addPushSubscription } from '#src/platform/notifications/push.shared.ts'
import type { TestApp } from './test-app.ts'
import { changeAs, join, openOne } from './screenings.ts'
import { makePlayable } from './playback-fixtures.ts'
import { createTitle } from './titles.ts'
import { offer, openToTrade } from './trades.ts'

/** A browser that shows notifications, with the key of RFC 8291, 5. */
const BROWSER = {
  endpoint: 'https://push.example.test/1',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Callers who own nothing of Mika's: another creator, a person without titles, a guest. */
export const OTHER_PEOPLE = ['aoi', 'eve', 'guest'] as const
export type OwnedFixtures = Awaited<ReturnType<typeof ownedFixtures>>

/** Adds to the access fixtures what Mika can hide, and objects that belong to Aoi. */
export async function ownedFixtures(
  t: TestContext,
  options?: Parameters<typeof accessFixtures>[1],
) {
  const fixtures = await accessFixtures(t, options)
  const { here, mika, ren, aoi, unsold } = fixtures
  const withdrawn = await createTitle(here, mika, { copies: 2, price: 300 })
  await mika.call(withdrawAsset, { kid: withdrawn.kid })
  const listing = await here.app.db
    .selectFrom('listing')
    .select('batch')
    .where('kid', '=', fixtures.film.kid)
    .executeTakeFirstOrThrow()
  const rens = { token: fixtures.film.tokens.get(28)!, owner: ren }
  await openToTrade(here, rens)
  const { id: offered } = await offer({ token: unsold.tokens.get(1)!, owner: mika }, rens)
  const presents = await createTitle(here, mika, { copies: 1 })
  const gift = await giveOne(mika, presents, 1)
  const kept = await downloadableTitle(here, mika, { copies: 1 })
  const { id: download } = await startDownload(mika, kept.tokens.get(1)!)
  const given = { name: 'Opening night', expires_at: '2098-01-01T00:00:00Z' }
  const { id: coupons } = await mika.call(createCoupons, {
    ...given,
    asset_token_ids: [unsold.tokens.get(2)!],
    festival: true,
  })
  const [code] = await codesOf(mika, coupons)
  await here.call(claimCoupon, { id: code!, email: 'visitor@example.test' })
  const { items: claims } = await mika.call(listClaims, { id: coupons })
  const { id: brand } = await aoi.call(createBrand, { name: 'Sea Works', account: 'sea-works' })
  const loose = await createTitle(here, aoi, { copies: 1 })
  await aoi.call(updateAsset, { kid: loose.kid, brand_id: null })
  const film = await createTitle(here, aoi, { copies: 2 })
  const hers = { kid: film.kid, name: 'Hers', asset_token_ids: [film.tokens.get(1)!] }
  const { id: follow } = await mika.call(addFavourite, { kid: film.kid })
  const { id: search } = await mika.call(saveSearch, { name: 'Sea', search: { q: 'sea' } })
  const { id: wish } = await mika.call(addWish, { kid: film.kid })
  const proposal = await lapsedProposal(here, { mika, ren }, unsold.tokens.get(1)!, rens.token)
  const screening = await screeningOf(here, fixtures.sora, mika)
  await join(ren, screening)
  const { id: guest } = await here.app.db
    .selectFrom('screening_guest')
    .select('id')
    .executeTakeFirstOrThrow()
  const address = { url: 'http://localhost:9/hook', events: ['title.published' as const] }
  const own = {
    webhook: (await aoi.call(createWebhook, address)).id,
    screening: (await screeningOf(here, fixtures.sora, aoi)).id,
    wallet: await linkWalletOf(here, aoi, '0x0000000000000002'),
    brand,
    loose,
    film,
    allowlist: (await aoi.call(createAllowlist, hers)).id,
    group: await aoi.call(createGroup, { name: 'Hers', brand_id: brand }),
  }
  return {
    ...fixtures,
    withdrawn,
    own,
    coupons,
    claim: claims[0]!.id,
    notification: await notificationOf(here, mika),
    browser: (await mika.call(addPushSubscription, BROWSER)).id,
    offer: offered,
    gift,
    download,
    wish,
    follow,
    search,
    proposal,
    screening: screening.id,
    screeningCode: screening.code,
    guest,
    batch: listing.batch,
    draft: fixtures.upload.kid,
    file: fixtures.upload.asset.upload_id,
    upload: fixtures.upload.uuid,
    purchase: fixtures.purchase.purchase_id,
    eve: await here.person('Eve', { balance: 10_000 }),
  }
}

/** Switches screenings on, and opens one of a new title of a creator. */
async function screeningOf(here: TestApp, sora: Person, creator: Person) {
  const shown = await createTitle(here, creator, { copies: 1, screening_guests: 2 })
  await makePlayable(here, shown.kid)
  await changeAs(sora, { screening_enabled: true })
  return openOne(creator, shown, 1)
}

/** Inserts an unread notification of a person. */
async function notificationOf({ app, clock }: TestApp, { account_id }: Person) {
  const { id } = await app.db
    .insertInto('notification')
    .values({
      account_id,
      message_id: `order.${account_id}`,
      kind: 'order',
      lang: 'en',
      subject: 'You own No. 1',
      path: '/asset',
      at: clock.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a trade that was proposed to Mika and Ren and has lapsed. */
async function lapsedProposal(
  { app }: Pick<TestApp, 'app'>,
  { mika, ren }: Record<'mika' | 'ren', Person>,
  mikas: string,
  rens: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with proposal as (
      insert into trade_proposal (status, ring_key, people, created_at, expires_at, ended_at)
      values ('lapsed', 'a ring', 2, '2030-01-01', '2030-01-08', '2030-01-08') returning id
    ), side as (
      insert into trade_proposal_side
        (proposal_id, place, account_id, gives, gets, listing_id, ended_at)
      select proposal.id, place, account_id, gives, gets, listing.id, '2030-01-08'
      from proposal, (values
        (0, ${mika.account_id}::uuid, ${mikas}::uuid, ${rens}::uuid),
        (1, ${ren.account_id}, ${rens}, ${mikas})) as side (place, account_id, gives, gets),
        (select id from listing where asset_token_id = ${rens} and kind = 'trade') as listing
    )
    select id from proposal
  `.execute(app.db)
  return rows[0]!.id
}

const NAMES_ID = /(^|_)(id|ids|kid|kids|uuid)$/

/** Returns the input fields that hold an id: by type, by name or as part of the path. */
export function idFieldsOf({ body, query, path }: Endpoint): string[] {
  const fields = Object.entries<z.ZodType>((body ?? query)?.shape ?? {})
  const isOne = (name: string, at: z.ZodType) =>
    isId(at) || NAMES_ID.test(name) || path.includes(`{${name}}`)
  return fields.filter(([name, at]) => isOne(name, at)).map(([name]) => name)
}

function isId({ def }: z.ZodType): boolean {
  const { format, innerType, element } = def as {
    format?: string
    innerType?: z.ZodType
    element?: z.ZodType
  }
  const inner = innerType ?? element
  return format === 'uuid' || (inner !== undefined && isId(inner))
}

/** Returns an id of the same format that does not exist. */
export function unusedId(id: string): string {
  if (/^\d+$/.test(id)) return id.replaceAll(/\d/g, '9')
  const none = randomUUID()
  return id.length === none.length ? none : randomBytes(16).toString('base64url')
}
