import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { API, type Endpoint, requestOf } from '#core/http/endpoint.ts'
import { createWebhook, testWebhook } from '#src/studio/webhooks/webhook.shared.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { unsubscribePath } from '#src/platform/notifications/mail-choice.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import type { Caller } from './access-row.ts'
import { draft } from './distributions.ts'
import { addExtra } from './extras.ts'
import { lentForFree } from './free-rentals.ts'
import { lent as lentTo } from './loans.ts'
import { rentalTitle } from './rentals.ts'
import { createTitle } from './titles.ts'
import { uploadForm } from './uploads.ts'
import type { RunningApp } from './people.ts'
import { testApp, type TestApp } from './test-app.ts'
import { makeKey } from './mailed-codes.ts'

export type AccessFixtures = Awaited<ReturnType<typeof accessFixtures>>
const NUMBER = 30
const PAID = 28

/** Opens a test app with one person of each role, and objects that belong to Mika or Ren. */
export async function accessFixtures(t: TestContext, options?: Parameters<typeof testApp>[1]) {
  const here = await testApp(t, options)
  const [ren, mika, aoi, sora] = await Promise.all([
    here.person('Ren', { balance: 10_000 }),
    here.person('Mika', { role: 'ORH' }),
    here.person('Aoi', { role: 'ORH', balance: 10_000 }),
    here.person('Sora', { role: 'ADMIN', balance: 10_000 }),
  ])
  const film = await createTitle(here, mika, { copies: 30, price: 300 })
  const unsold = await createTitle(here, mika, { copies: 2 })
  const present = await createTitle(here, mika, { copies: 1 })
  const free = await createTitle(here, mika, { copies: 2 })
  const disc = await createTitle(here, mika, { copies: 2 })
  const lent = await rentalTitle(here, mika, { copies: 8 })
  const later = await rentalTitle(here, mika, { copies: 1, rental_clock: 'first_play' })
  const listed = { kid: unsold.kid, asset_token_ids: [unsold.tokens.get(1)!] }
  const { purchase_id } = await ren.call(purchaseSerial, film.order(NUMBER, 0))
  const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') }
  const large = uploadForm(mika, picture, { large_asset_upload: true })
  const [asset] = await here.app.db
    .selectFrom('asset')
    .innerJoin('brand', 'brand.id', 'asset.brand_id')
    .select(['brand_id', 'account'])
    .where('kid', '=', film.kid)
    .execute()
  const address = { url: 'http://localhost:9/hook', events: ['title.published' as const] }
  const { id: webhook } = await mika.call(createWebhook, address)
  await here.run('provenance.seal')
  return {
    here,
    webhook,
    message: (await mika.call(testWebhook, { id: webhook })).id,
    ren,
    mika,
    aoi,
    sora,
    film,
    unsold,
    present,
    lent,
    picture,
    forRent: await rentalTitle(here, mika, { copies: 8 }),
    purchase: { purchase_id, number: NUMBER },
    entry: (await ren.call(listPointDetails, {})).items[0]!.id,
    rental: (await ren.call(rentForFree, lent.rent(8, 300))).rental_id,
    unstarted: (await ren.call(rentForFree, later.rent(1, 300))).rental_id,
    paid: (await ren.call(purchaseForFree, film.order(PAID, 300))).purchase_id,
    upload: await mika.call(beginUpload, large),
    brand: asset!.brand_id!,
    account: asset!.account,
    group: await mika.call(createGroup, { name: 'Set', brand_id: asset!.brand_id! }),
    allowlist: (await mika.call(createAllowlist, { ...listed, name: 'Friends' })).id,
    extra: await addExtra(mika, film.kid),
    distribution: (await draft(mika, unsold, [2])).id,
    free,
    freeRental: (await lentForFree(mika, free, [1], { allowed_asset_renters: [ren.account_id] }))
      .id,
    disc,
    loan: await lentTo(mika, disc, 1),
    unsubscription: unsubscribePath(here.config.secret, {
      account_id: ren.account_id,
      topic: 'offers',
    }).replace('/unsubscribe/', ''),
    apiKey: (await makeKey(here, mika, { name: 'Shop', scopes: ['read'] })).id,
    session: (await newSession(here, ren.account_id)).id,
    passkey: await newPasskey(here, ren.account_id),
    wallet: await newWallet(here, ren.account_id),
  }
}

/** Returns a new session token for `caller`; new, because some endpoints end the session. */
export async function tokenFor(
  fixtures: AccessFixtures,
  caller: Caller,
): Promise<string | undefined> {
  if (caller === 'guest') return undefined
  const isOver = caller === 'expired'
  const { account_id } = isOver ? fixtures.mika : fixtures[caller]
  return (await newSession(fixtures.here, account_id, isOver)).token
}

export async function newSession(
  { app, clock }: Pick<RunningApp, 'app' | 'clock'>,
  account_id: string,
  isOver = false,
) {
  const token = randomBytes(32).toString('base64url')
  const at = clock.now.toISOString()
  const { id } = await app.db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest('hex'),
      account_id,
      created_at: at,
      seen_at: at,
      expires_at: isOver ? at : '2099-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Inserts a passkey with which nobody can sign. */
async function newPasskey({ app, clock }: TestApp, account_id: string) {
  const key = { credential_id: randomUUID(), public_key: Buffer.alloc(0), counter: 0 }
  const { id } = await app.db
    .insertInto('passkey')
    .values({
      account_id,
      ...key,
      transports: [],
      name: 'Phone',
      created_at: clock.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Links a wallet with which nobody can sign. */
async function newWallet({ app, clock }: TestApp, account_id: string) {
  const { id } = await app.db
    .insertInto('linked_wallet')
    .values({ account_id, address: '0x0000000000000001', created_at: clock.now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ApiRequest {
  input?: Record<string, unknown>
  /** The raw body to send instead of `input`. */
  body?: string
  token?: string | undefined
  headers?: Record<string, string | undefined>
}

/** Sends a request without browser or cookies, with any headers and body. */
export async function request(
  fixtures: Pick<AccessFixtures, 'here'>,
  endpoint: Endpoint,
  given: ApiRequest,
) {
  const response = await send(fixtures, endpoint, given)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, answer: isJson ? (JSON.parse(text) as object) : undefined }
}

/** Headers that differ from one response to the next. */
const OWN_HEADERS = ['date', 'x-request-id']

/** Sends a request and returns the whole response except its own headers. */
export async function requestFullResponse(
  fixtures: Pick<AccessFixtures, 'here'>,
  endpoint: Endpoint,
  given: ApiRequest,
) {
  const response = await send(fixtures, endpoint, given)
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))
  return { status: response.status, headers, text: await response.text() }
}

function send({ here }: Pick<AccessFixtures, 'here'>, endpoint: Endpoint, given: ApiRequest) {
  // Query parameters stay in the query for every method: a player's licence request is a POST.
  const sentAs = endpoint.query ? ({ ...endpoint, method: 'GET' } as const) : endpoint
  const { url, body } = requestOf(sentAs, given.input ?? {})
  const sent = given.body ?? body
  const headers = {
    'content-type': sent === undefined ? undefined : 'application/json',
    'idempotency-key': randomUUID(),
    authorization: given.token && `Bearer ${given.token}`,
    ...given.headers,
  }
  return fetch(here.url + url, {
    method: endpoint.method,
    headers: Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]),
    ...(sent !== undefined && { body: sent }),
  })
}

/** Returns method and path pattern of an endpoint, as in the list of calls. */
export const endpointName = ({ method, path }: Endpoint) => `${method} ${API}${path}`
