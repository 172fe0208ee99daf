import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Endpoint } from '#core/http/endpoint.ts'
import { errors } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import { api } from '#src/api.ts'
import { callers, type Row } from './access-row.ts'
import { rows } from './access-rows.ts'
import {
  request,
  type ApiRequest,
  endpointName,
  accessFixtures,
  tokenFor,
} from './access-fixtures.ts'

test('every call has its row in the table, and every row its call', () => {
  deepEqual(rows.map(nameOfRow).toSorted(), api.map(nameOfRow).toSorted())
})

test('RO-01 RO-02 RO-03 RO-07 RO-08 AP-08 each call answers each kind of caller as the table says, and again the same to the same key', async (t) => {
  const fixtures = await accessFixtures(t)
  for (const { endpoint, input, outcomes } of rows) {
    const seen: Record<string, string> = {}
    for (const caller of callers) {
      const token = await tokenFor(fixtures, caller)
      const headers = { 'idempotency-key': randomUUID() }
      const asked = { input: input(fixtures, caller), token, headers }
      const said = await request(fixtures, endpoint, asked)
      seen[caller] = outcomeOf(said)
      if (endpoint.once && seen[caller] === 'done')
        deepEqual(await request(fixtures, endpoint, asked), said, endpointName(endpoint))
    }
    deepEqual(seen, outcomes, endpointName(endpoint))
  }
})

/** Calls that begin like edits of a title or brand, but deal in copies, play them or create a brand. */
// oxfmt-ignore
const deals = new Set([
  'POST /assets/list', 'POST /assets/delist', 'POST /assets/purchase',
  'POST /assets/purchase_for_free', 'POST /assets/randomly_purchase', 'POST /assets/rent',
  'POST /assets/rent_for_free', 'POST /rentals/{id}/start', 'POST /assets/drm_token', 'POST /brands',
  'POST /assets/offer_trading_asset', 'POST /assets/trade', 'POST /gifts', 'POST /gifts/claim',
  'PUT /assets/{kid}/position',
])

test('BR-04 RT-11 RT-12 every edit of a title, brand or group answers 401 to guests, and 403 without the role and to other creators', () => {
  const edits = rows.filter(({ endpoint: { method, path } }) => {
    const call = `${method} ${path}`
    return (
      /^(POST|PUT|PATCH|DELETE) \/(assets|brands|groups|allowlists)\b/.test(call) &&
      !deals.has(call)
    )
  })
  for (const { endpoint, outcomes } of edits) {
    const { guest, ren, aoi, sora } = outcomes
    const statuses = [guest, ren, sora, aoi].map((outcome) => errors[outcome as ErrorCode].status)
    const isOfOneList = endpoint.path.startsWith('/allowlists/') // its id is known to its creator only
    deepEqual(statuses, [401, 403, 403, isOfOneList ? 404 : 403], endpointName(endpoint))
  }
})

type Input = Record<string, unknown>
interface Refused {
  code: ErrorCode
  /** The parameters of the refusal, for errors that share a code. */
  params?: object
  at: (endpoint: Endpoint) => unknown
  request: (row: Row, input: Input) => ApiRequest
}

/** Calls that move money or ownership, or set copies aside: each needs an `Idempotency-Key`. */
// oxfmt-ignore
const moving = [
  'POST /assets/list', 'POST /assets/delist', 'POST /assets/copy', 'POST /allowlists',
  'POST /assets/purchase', 'POST /assets/purchase_for_free', 'POST /assets/randomly_purchase',
  'POST /purchase/cancel', 'POST /assets/rent', 'POST /assets/rent_for_free', 'POST /rentals/{id}/start',
  'POST /assets/offer_trading_asset', 'POST /assets/trade', 'POST /gifts', 'POST /gifts/claim',
  'POST /gifts/{id}/mails', 'POST /trade_proposals/{id}/accept',
  'POST /loans', 'POST /loans/accept', 'POST /loans/{id}/end',
  'POST /free_distribution_settings', 'POST /free_distribution_settings/{id}/payments',
  'POST /free_distribution_settings/{id}/release', 'POST /free_distribution_settings/{id}/end',
  'POST /free_rental_settings', 'POST /free_rental_settings/{id}/end',
  'POST /coupons', 'POST /coupons/{id}/claims', 'POST /coupons/{id}/occupations',
  'POST /coupon_code/occupations', 'POST /downloads', 'POST /downloads/{id}/release',
  'POST /coupon_claims/{id}/take_back',
  'POST /payout_requests', 'POST /payout_requests/cancel', 'POST /payout_requests/update_statuses',
  'POST /payout_requests/results',
]

/** The other calls that change something. Sent twice, each has the effect of one. */
// oxfmt-ignore
const repeatable = [
  'POST /webhooks', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}', 'POST /webhooks/{id}/rotations',
  'POST /webhooks/{id}/tests', 'POST /webhooks/{id}/messages/{message_id}/replays',
  'POST /webhooks/{id}/replays',
  'POST /api_keys', 'DELETE /api_keys/{id}',
  'POST /notifications/read', 'PUT /mail_choices/{topic}', 'PUT /notification_schedule', 'POST /push_subscriptions', 'DELETE /push_subscriptions/{id}', 'PUT /push_choices/{topic}', 'POST /unsubscriptions', 'POST /reports',
  'POST /moderation_cases/{id}/appeals', 'POST /moderation_cases/{id}/decisions',
  'POST /moderation_cases/{id}/notes',
  'POST /nonce', 'POST /wallet/codes', 'POST /wallet/proofs', 'POST /login', 'POST /logout',
  'POST /accounts/current/deletion', 'POST /accounts/initialize', 'PATCH /accounts/current', 'DELETE /accounts/current/sessions/{id}',
  'POST /passkeys/challenges', 'POST /login/passkey', 'POST /accounts/current/passkeys',
  'POST /accounts/current/wallets/nonces', 'POST /accounts/current/wallets', 'POST /accounts/current/wallets/{id}/unlink',
  'POST /accounts/current/wallets/{id}/copies', // repeated, it moves nothing
  'POST /accounts/current/wallets/{id}/returns', 'POST /accounts/current/wallets/{id}/returns/nonces', // its nonce works once
  'POST /accounts/current/passkeys/challenges', 'POST /accounts/current/passkeys/{id}/remove',
  'POST /accounts/current/export', 'PUT /accounts/current/shelf',
  'POST /jobs/{id}/retry', 'POST /notifier_tests', 'PUT /user_roles/{id}', 'PUT /suspensions/{id}', 'POST /recoveries', 'POST /recoveries/{id}/cancellations',
  'POST /recoveries/cancellations', 'DELETE /accounts/current/recovery', 'PATCH /application_settings', 'PUT /bank', 'PUT /payees/{account_id}',
  'PUT /payout_requests/auto', 'PUT /invoice_registration', 'DELETE /invoice_registration',
  'PATCH /assets/update', 'POST /assets/withdraw', 'POST /assets/restore', 'POST /brands',
  'PATCH /brands/update', 'POST /brands/{id}/verifications', 'POST /brand_verifications/{id}/decisions', 'PUT /brands/{id}/seller_notice', 'DELETE /brands/{id}/seller_notice', 'POST /groups', 'PUT /groups/{id}', 'DELETE /groups/{id}',
  'POST /campaigns', 'PUT /campaigns/{id}',
  'PATCH /allowlists/{id}', 'POST /allowlists/{id}/people', 'POST /allowlists/{id}/people/removals',
  'PUT /assets/{kid}/poster', 'PUT /assets/{kid}/subtitles', 'DELETE /assets/{kid}/subtitles',
  'POST /assets/{kid}/trailer', 'DELETE /assets/{kid}/trailer', 'PUT /assets/{kid}/chapters',
  'PUT /assets/{kid}/position', 'DELETE /playback_positions',
  'POST /assets/{kid}/extras', 'PATCH /assets/{kid}/extras/{id}', 'PUT /assets/{kid}/extras/order',
  'DELETE /assets/{kid}/extras/{id}',
  'POST /asset_upload', 'POST /asset_chunk_url', 'POST /complete_upload',
  'POST /upload/{uuid}/retry', 'POST /upload/{uuid}/accept', 'DELETE /upload/{uuid}',
  'POST /assets/drm_token', 'POST /trade_offers/{id}/withdraw', 'POST /trade_offers/{id}/decline',
  'POST /gifts/{id}/withdraw', 'POST /gifts/decline', 'POST /loans/decline',
  'POST /screenings', 'POST /screenings/join', 'PATCH /screenings/{id}', 'POST /screenings/{id}/control',
  'POST /screenings/{id}/end', 'DELETE /screenings/{id}/guests/{guest_id}',
  'POST /screenings/{id}/presence', 'POST /screenings/{id}/leave',
  'POST /screenings/{id}/messages', 'DELETE /screenings/{id}/messages/{message_id}',
  'POST /trade_proposals/{id}/decline', 'POST /wishes', 'DELETE /wishes/{id}',
  'POST /favourites', 'POST /reminders', 'POST /price_alerts', 'POST /follows', 'DELETE /follows/{id}',
  'POST /saved_searches', 'PATCH /saved_searches/{id}', 'DELETE /saved_searches/{id}',
  'POST /free_distribution_rights/calc_price',
  'POST /drm/clearkey', 'POST /waiting_rooms/join', 'POST /waiting_rooms/leave',
  'POST /coupon_code', 'DELETE /coupon_batches/{id}',
  'POST /webhooks/stripe', // the provider's event id is stored once
]

test('AP-08 the calls that take an Idempotency-Key are those that move money or ownership', () => {
  const changing = api.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
  const names = (endpoints: Endpoint[]) => endpoints.map(({ method, path }) => `${method} ${path}`)
  // Enter a new call in one of the lists.
  deepEqual(names(changing).toSorted(), [...moving, ...repeatable].toSorted())
  deepEqual(names(changing.filter(({ once }) => once)).toSorted(), moving.toSorted())
})

/** Invalid requests, refused by every call that can receive them. */
const refused: Record<string, Refused> = {
  'a field nobody knows': {
    code: 'input_invalid',
    params: { field: 'no_such_field', issue: 'unrecognized_keys' },
    at: ({ body, query }) => body ?? query,
    request: (_, input) => ({ input: { ...input, no_such_field: '1' } }),
  },
  'fields in camelCase': {
    code: 'input_invalid',
    at: ({ body }) => body && Object.keys(body.shape).some((name) => name.includes('_')),
    request: ({ endpoint }, input) => ({ input: camelCase({ ...someField(endpoint), ...input }) }),
  },
  'a NUL that PostgreSQL cannot hold': {
    code: 'body_invalid',
    at: ({ body, query }) => body ?? query,
    request: (_, input) => ({ input: { ...input, title: 'a\0b' } }),
  },
  'half a surrogate pair': {
    code: 'body_invalid',
    at: ({ body }) => body,
    request: (_, input) => ({ input: { ...input, half: '\ud800' } }),
  },
  'more than it takes': {
    code: 'too_large',
    at: ({ method }) => method !== 'GET',
    request: ({ endpoint: { bodyMax = 1_048_576 } }, input) => ({
      input,
      body: JSON.stringify({ title: 'x'.repeat(bodyMax) }),
      headers: { connection: 'close' }, // the server does not read the rest of the body
    }),
  },
  'a body that is not called JSON': {
    code: 'wrong_content_type',
    at: ({ body }) => body,
    request: (_, input) => ({ input, headers: { 'content-type': 'text/plain' } }),
  },
  'a page of another site': {
    code: 'wrong_origin',
    at: ({ method }) => method !== 'GET',
    request: (_, input) => ({ input, headers: { origin: 'https://evil.example' } }),
  },
  'a missing Idempotency-Key if it moves money or ownership': {
    code: 'idempotency_key_missing',
    at: ({ method, path }) => moving.includes(`${method} ${path}`),
    request: (_, input) => ({ input, headers: { 'idempotency-key': undefined } }),
  },
}
test('AP-01 every call refuses requests that are not in its form', async (t) => {
  const fixtures = await accessFixtures(t)
  for (const [what, rule] of Object.entries(refused))
    await t.test(`every call refuses ${what}`, async () => {
      const routes = rows.filter(({ endpoint }) => rule.at(endpoint))
      ok(routes.length > 0)
      for (const row of routes) {
        const caller = row.outcomes.mika === 'admins_only' ? 'sora' : 'mika'
        const token = await tokenFor(fixtures, caller)
        const given = rule.request(row, row.input(fixtures, caller))
        const said = await request(fixtures, row.endpoint, { ...given, token })
        equal(outcomeOf(said), rule.code, endpointName(row.endpoint))
        if (rule.params) deepEqual(paramsOf(said), rule.params, endpointName(row.endpoint))
      }
    })
})

/** Checks the status and form of a refusal, and returns its code. */
function outcomeOf({ status, answer }: { status: number; answer: object | undefined }): string {
  if (status < 300) return 'done'
  const { error, error_messages, ...rest } = answer as {
    error: { code: ErrorCode; params: object }
    error_messages: string[]
  }
  deepEqual([Object.keys(error), Object.keys(rest)], [['code', 'params'], []])
  equal(error_messages.length, 1)
  match(error_messages[0]!, /\S/)
  equal(status, errors[error.code].status)
  return error.code
}

const paramsOf = ({ answer }: { answer: object | undefined }) =>
  (answer as { error: { params: object } }).error.params

const nameOfRow = ({ endpoint }: { endpoint: Endpoint }) => endpointName(endpoint)

const camelCase = (input: Input) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** Returns the first field of two words, for calls that need no field. */
function someField({ body }: Endpoint): Input {
  const name = Object.keys(body!.shape).find((one) => one.includes('_'))!
  return { [name]: 'x' }
}
