import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { initializeAccount } from '#src/accounts/account/account.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import {
  getAsset,
  listBrandAssets,
  listBrandCreated,
  listCreatedAssets,
  listListedAssets,
  listOwnedAssets,
} from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { copyAsset } from '#src/catalog/serial/serial.shared.ts'
import type { Endpoint } from '#core/http/endpoint.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { listCoupons, occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { getOwnedBrand } from '#src/sales/library/brand-collection.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { type AccessFixtures, accessFixtures, request, tokenFor } from './access-fixtures.ts'
import type { Caller } from './access-row.ts'
import { rows } from './access-rows.ts'
import { registerBank } from './bank-accounts.ts'
import { codesOf, couponFixtures, pointCoupons } from './coupons.ts'
import { testApp } from './test-app.ts'
import { openToTrade } from './trades.ts'

/** A call by method and path, with its caller. */
type Ask = readonly [name: string, caller: Caller]
interface Topic {
  asks: readonly Ask[]
  prepare?: (fixtures: AccessFixtures) => Promise<void>
}

const openRensCopy = ({ here, ren, film }: AccessFixtures) =>
  openToTrade(here, { token: film.tokens.get(28)!, owner: ren })

// oxfmt-ignore
const topics: Record<string, Topic> = {
  'AP-02 listed and owned titles': { asks: [
    ['GET /assets/listed', 'guest'], ['GET /assets/listed/{id}', 'guest'],
    ['GET /assets/owned', 'ren'], ['GET /assets/owned/{id}', 'ren'],
    ['GET /assets/owned/{id}/serials', 'ren'],
  ] },
  'AP-03 created titles': { asks: [
    ['GET /assets/created', 'mika'], ['GET /assets/created/{id}', 'mika'],
    ['GET /assets/created/{id}/serials', 'mika'],
  ] },
  'AP-04 rented titles': { asks: [['GET /assets/rented', 'ren'], ['GET /assets/rented/{id}', 'ren']] },
  'AP-05 AP-07 copies to trade': {
    asks: [
      ['GET /assets/{id}/trade_listing_serials', 'guest'],
      ['GET /assets/{id}/trade_listing_asset_token_id', 'guest'],
      ['GET /assets/trade_related_serials_data/{id}', 'ren'],
      ['GET /assets/trading_assets', 'ren'], ['GET /assets/tradable_listed_assets', 'mika'],
    ],
    prepare: openRensCopy,
  },
  'AP-08 EN-17 offers to trade': {
    asks: [
      ['POST /assets/offer_trading_asset', 'mika'], ['GET /trade_offer_logs', 'mika'],
      ['POST /assets/trade', 'ren'], ['GET /trade_offer_logs', 'sora'],
    ],
    prepare: openRensCopy,
  },
  'AP-06 a title and the state of its record': { asks: [
    ['GET /assets/{id}', 'guest'], ['GET /assets/flow_status/{id}', 'ren'],
  ] },
  'AP-08 calls that change a title, list, issue, buy and rent': { asks: [
    ['PATCH /assets/update', 'mika'], ['POST /assets/list', 'mika'], ['POST /assets/delist', 'mika'],
    ['POST /assets/copy', 'mika'], ['POST /assets/purchase', 'ren'],
    ['POST /assets/purchase_for_free', 'ren'], ['POST /assets/rent', 'ren'],
    ['POST /assets/rent_for_free', 'aoi'], ['POST /purchase/cancel', 'ren'],
  ] },
  'AP-10 brands': { asks: [
    ['POST /brands', 'mika'], ['GET /brands', 'mika'], ['PATCH /brands/update', 'mika'],
    ['GET /brands/{id}', 'guest'], ['GET /brands/created_assets', 'mika'],
    ['GET /brands/sale_assets', 'guest'], ['GET /brands/rental_assets', 'guest'],
    ['GET /brands/{id}/groups', 'guest'],
  ] },
  'AP-11 groups': { asks: [
    ['POST /groups', 'mika'], ['GET /groups', 'mika'], ['GET /groups/{id}', 'guest'],
    ['PUT /groups/{id}', 'mika'], ['GET /groups/{id}/contents', 'guest'],
  ] },
  'AP-12 the collection by brand': { asks: [
    ['GET /owned_contents/brands', 'ren'], ['GET /owned_contents/brands/{id}', 'ren'],
  ] },
  'AP-13 who may acquire a copy': { asks: [['GET /acquisition_restriction', 'ren']] },
  'AP-14 points, balance and bank': {
    asks: [
      ['GET /point_details', 'ren'], ['GET /point_balance', 'ren'], ['GET /banks', 'ren'],
      ['GET /banks/{code}/branches', 'ren'], ['GET /bank', 'ren'],
    ],
    prepare: ({ here, ren }) => registerBank(here, ren), // by PUT /bank
  },
  'AP-15 payouts': {
    asks: [
      ['POST /payout_requests', 'ren'], ['GET /payout_requests', 'ren'],
      ['GET /payout_requests', 'sora'], ['POST /payout_requests/update_statuses', 'sora'],
    ],
    prepare: ({ here, ren }) => registerBank(here, ren),
  },
  'AP-16 transactions, statistics, currency and shares': { asks: [
    ['GET /transactions', 'ren'], ['GET /statistics/transactions', 'sora'],
    ['GET /currencies/user_local_currency', 'guest'], ['GET /profit_calculate', 'mika'],
  ] },
  'AP-17 users, roles, settings and menu': {
    asks: [
      ['GET /users', 'sora'], ['GET /user_roles/{id}', 'sora'], ['PUT /user_roles/{id}', 'sora'],
      ['GET /application_settings', 'guest'], ['GET /application_settings', 'sora'],
      ['GET /showing_menu_settings', 'guest'], ['GET /trade_offer_logs', 'sora'],
    ],
    prepare: async ({ sora }) => {
      const change = { version: 0, reason: 'our domain', company_domains: 'example.test' }
      equal((await sora.call(changeSettings, change)).error, undefined)
    },
  },
  'AP-18 coupons': { asks: [['GET /coupons', 'ren'], ['POST /coupons', 'mika']] },
  'AP-19 uploads': { asks: [
    ['POST /asset_upload', 'mika'], ['POST /asset_chunk_url', 'mika'], ['GET /upload/status', 'mika'],
  ] },
  'AP-20 nonce and setting up an account': { asks: [
    ['POST /nonce', 'guest'], ['POST /accounts/initialize', 'ren'],
  ] },
}
for (const [title, { asks, prepare }] of Object.entries(topics))
  if (prepare)
    test(`${title}: each call exists and its reply matches its schema`, async (t) => {
      const fixtures = await accessFixtures(t)
      await prepare(fixtures)
      await assertReplies(fixtures, asks)
    })

test('each call that needs nothing prepared exists and its reply matches its schema', async (t) => {
  const fixtures = await accessFixtures(t)
  for (const [title, { asks, prepare }] of Object.entries(topics))
    if (!prepare) await t.test(title, () => assertReplies(fixtures, asks))
})

async function assertReplies(fixtures: AccessFixtures, asks: readonly Ask[]) {
  for (const [name, caller] of asks) {
    const row = rows.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name)
    ok(row, name)
    const token = await tokenFor(fixtures, caller)
    const input = row.input(fixtures, caller)
    const { status, answer } = await request(fixtures, row.endpoint, { input, token })
    ok(status === 200 || status === 204, `${name}: ${status} ${JSON.stringify(answer)}`)
    row.endpoint.reply.parse(answer)
    deepEqual(
      namesIn(answer).filter((field) => !/^[a-z\d_]+$/.test(field)),
      [],
      name,
    )
  }
}

/** Returns every field name in an answer, however deep; headers for storage are not our names. */
function namesIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(namesIn)
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    name === 'headers' ? [name] : [name, ...namesIn(value)],
  )
}

test('AP-02 an unknown title is not found, and guests own no titles', async (t) => {
  const { here, ren, mika, film, unsold } = await accessFixtures(t)
  const id = ren.account_id // the id of an account
  const statusOf = async (path: string, token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    return (await fetch(`${here.url}/api/2.0/assets/${path}`, { headers })).status
  }
  equal(await statusOf(`listed/${id}`), 404)
  equal(await statusOf('owned'), 401)
  equal(await statusOf(`owned/${id}/serials`), 401)
  equal(await statusOf('owned', ren.token), 200)
  equal(await statusOf(`owned/${film.kid}`), 401)
  equal(await statusOf(`owned/${film.kid}`, ren.token), 200)
  for (const kid of [id, unsold.kid]) equal(await statusOf(`owned/${kid}`, ren.token), 404)
  equal(await statusOf(`owned/${film.kid}`, mika.token), 404) // her own work is no part of her collection
})

const flags = ['secondary_sale_enabled', 'trade_enabled', 'secondary_rental_enabled']
// oxfmt-ignore
const assetFields = [
  'kid', 'asset_token_id', 'unique_id', 'title', 'description', 'brand_id', 'brand', 'group_key',
  'asset_type', 'media_type', 'poster_url', 'preview_url', 'batch', 'creator_account_id',
  'creator_royalty_rate', 'rental_creator_royalty_rate', 'sale_starting_at', 'sale_ending_at',
  ...flags, 'only_japan_accessible', 'min_sellable_price', 'download_enabled', 'copies_count',
  'type_of_listing', 'asset_kid_setting', 'is_sold_out', 'owned_copies_count',
  'previous_owned_copies_count', 'purchase_processing_copies_count',
  'renting_processing_copies_count', 'total_copies_count', 'sale_listing_copies_count',
  'rental_listing_copies_count', 'rentable_copies_count', 'my_sale_listing_copies_count',
  'my_trade_listing_copies_count', 'my_rental_listing_copies_count', 'my_rented_copies_count',
  'my_rented_out_copies_count',
  'min_sale_price', 'max_sale_price', 'min_rental_price', 'max_rental_price', 'my_max_expiry',
]

test('EN-01 EN-02 a title has all of its fields, for each kind of media', async (t) => {
  const { here, ren, film, lent } = await accessFixtures(t)
  for (const media_type of ['image', 'video', 'audio', 'unknown']) {
    const change = { media_type, asset_type: media_type === 'image' ? 'image' : 'video' }
    await here.app.db.updateTable('asset').set(change).where('kid', '=', film.kid).execute()
    const seen = await ren.call(getAsset, { id: film.kid })
    equal(seen.media_type, media_type)
    deepEqual(missing(seen, assetFields), [])
    deepEqual(missing(seen.asset_kid_setting, flags), [])
    deepEqual([seen.type_of_listing, seen.brand?.name.length], ['sale', 8])
  }
  equal((await ren.call(getAsset, { id: lent.kid })).type_of_listing, 'rent')
})

test('EN-01 a title has a unique_id of its own in each list, the same on every refetch', async (t) => {
  const { mika, ren, film } = await accessFixtures(t)
  const { brand_id } = await ren.call(getAsset, { id: film.kid })
  const inBrand = { brand_id: brand_id! }
  const lists = async () => [
    await ren.call(listListedAssets, {}),
    await ren.call(listOwnedAssets, {}),
    await mika.call(listCreatedAssets, {}),
    await ren.call(listBrandAssets, inBrand),
    await mika.call(listBrandCreated, inBrand),
    (await ren.call(getOwnedBrand, { id: brand_id! })).collected,
  ]
  const idsOf = async () =>
    (await lists()).map(({ items }) => items.find(({ kid }) => kid === film.kid)!.unique_id)
  const ids = await idsOf()
  deepEqual([...new Set(ids)], ids)
  for (const id of ids) ok(id.startsWith(`${film.kid}:`), id)
  deepEqual(await idsOf(), ids)
})

test('EN-04 a brand has all of its fields, and its address is unique', async (t) => {
  const { here, mika, film } = await accessFixtures(t)
  const brand = { name: 'Sea Works', account: 'Sea-Works', description: 'Films of the *sea*.' }
  const made = await mika.call(createBrand, brand)
  const { id, name, account, description, kids, hero_image_url } = made
  deepEqual(
    [name, account, description, kids, hero_image_url],
    ['Sea Works', 'sea-works', brand.description, [], null],
  )
  equal((await mika.call(createBrand, brand)).error?.code, 'brand_account_taken')
  const twin = sql`insert into brand (owner, name, account, created_at)
    select owner, name, account, created_at from brand where id = ${id}`
  equal(await constraintOf(twin.execute(here.app.db)), 'brand_account_is_free')
  equal((await mika.call(getAsset, { id: film.kid })).brand_id === id, false)
})

test('EN-06 a listing accepts its fields, and a copy has at most one open listing', async (t) => {
  const { here, mika, unsold } = await accessFixtures(t)
  const asset_token_ids = [unsold.tokens.get(1)!]
  const batch = crypto.randomUUID()
  const rental = { rent_price: 300, rental_period_seconds: 86_400 }
  const answer = await mika.call(listSerialsForSale, {
    listing_type: 'rental',
    asset_token_ids,
    batch,
    ...rental,
  })
  deepEqual([answer.batch, answer.items[0]!.outcome], [batch, 'preparing'])
  ok('sale_price' in listSerialsForSale.body.shape)
  const twin = sql`insert into listing (id, kind, asset_token_id, kid, seller, batch, status,
      rent_price, rental_period_seconds, created_at)
    select gen_random_uuid(), kind, asset_token_id, kid, seller, batch, 'open',
      rent_price, rental_period_seconds, created_at from listing where batch = ${batch}`
  equal(await constraintOf(twin.execute(here.app.db)), 'listing_one_live_per_serial')
})

test('EN-12 an account has all of its fields, and an unknown role grants nothing', async (t) => {
  const { here, ren, sora } = await accessFixtures(t)
  const account = await ren.call(initializeAccount, {})
  // oxfmt-ignore
  const fields = [
    'username', 'email', 'first_name', 'last_name', 'has_public_name', 'wallet_address', 'joined_at',
    'role', 'currency',
  ]
  deepEqual(missing(account, fields), [])
  equal(account.role, 'STANDARD_USER')
  const change = { id: ren.account_id, reason: 'asked' }
  for (const role of ['ADMIN', 'OWNER', 'orh']) {
    const { error } = await sora.call(putUserRole, { ...change, role: role as 'ORH' })
    equal(error?.code, 'input_invalid', role)
  }
  const owner = here.app.db.updateTable('account').set({ role: 'OWNER' })
  ok(await constraintOf(owner.where('id', '=', ren.account_id).execute()))
  equal((await ren.call(initializeAccount, {})).role, 'STANDARD_USER')
})

test('EN-16 a coupon has its code, its state, and the times of its occupation and use', async (t) => {
  const { here, ren, sora } = await couponFixtures(t)
  const [code] = await codesOf(sora, (await pointCoupons(sora, 500)).id)
  equal((await ren.call(occupyCoupon, { id: code! })).status, 'used')
  const { items } = await ren.call(listCoupons, {})
  const at = here.clock.now.toISOString()
  deepEqual(
    items.map((coupon) => [coupon.code, coupon.status, coupon.occupied_at, coupon.used_at]),
    [[code, 'used', at, at]],
  )
})

const order = ['owner_account_id', 'kid', 'asset_token_id', 'balance_to_use', 'lang']
// oxfmt-ignore
const requests: [ids: string, endpoint: Endpoint, fields: string[]][] = [
  ['EN-17 to buy by card', purchaseSerial, [...order, 'asset_sale_price']],
  ['EN-17 to buy from balance', purchaseForFree, [...order, 'asset_sale_price']],
  ['EN-17 to rent by card', rentSerial, [...order, 'asset_rent_price', 'rental_period_seconds']],
  ['EN-17 to rent from balance', rentForFree, [...order, 'asset_rent_price', 'rental_period_seconds']],
  ['EN-17 to draw', randomlyPurchase, ['number_of_purchases', 'group_id']],
  ['EN-10 to issue more copies', copyAsset, ['title', 'description', 'kid', 'copies_count', 'asset_type']],
  ['EN-11 to upload', beginUpload, [
    'file_name', 'poster_file_name', 'trailer_file_name', 'orh_account_id', 'title', 'description',
    'type', 'asset_upload_type', 'total_copies', 'md5', 'poster_md5', 'trailer_md5',
    'large_asset_upload', 'metadata', 'start_serial_number', 'media_metadata', 'asset_subtitles',
    'trailer_subtitles',
  ]],
  ['EN-18 to play', createDrmToken, ['kid', 'persistent']],
]
for (const [title, endpoint, fields] of requests)
  test(`${title}: the API description names each field of the request`, async (t) => {
    const { url } = await testApp(t, { role: 'web' })
    const { paths } = (await (await fetch(`${url}/api/2.0/openapi.json`)).json()) as {
      paths: Record<string, { post: { requestBody: { content: Body } } }>
    }
    const { properties } = paths[endpoint.path]!.post.requestBody.content['application/json'].schema
    deepEqual(missing(properties, fields), [])
  })

type Body = { 'application/json': { schema: { properties: object } } }

const missing = (answer: object, fields: readonly string[]) =>
  fields.filter((field) => !(field in answer))

/** Returns the name of the constraint that a statement violates. */
const constraintOf = (statement: Promise<unknown>) =>
  statement.then(
    () => undefined,
    ({ constraint }: { constraint: string }) => constraint,
  )
