import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { openapi } from '#core/http/openapi.ts'
import { scopes } from '#src/accounts/api-key/api-key.shared.ts'
import { api } from '#src/api.ts'
import { type AccessFixtures, accessFixtures, endpointName, request } from './access-fixtures.ts'
import { rows } from './access-rows.ts'
import { makeKey } from './mailed-codes.ts'

/** The calls that no API key may make. Enter a new call here, or in a scope of src/api-scopes.ts. */
// oxfmt-ignore
const keyless = [
  // Webhooks
  'GET /webhooks', 'POST /webhooks', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}',
  'POST /webhooks/{id}/rotations', 'POST /webhooks/{id}/tests', 'GET /webhooks/{id}/messages',
  'POST /webhooks/{id}/messages/{message_id}/replays', 'POST /webhooks/{id}/replays',
  // Sign-in
  'POST /nonce', 'POST /wallet/codes', 'POST /wallet/proofs', 'POST /login', 'POST /logout',
  'POST /passkeys/challenges', 'POST /login/passkey',
  // Account
  'POST /accounts/initialize', 'GET /accounts/current', 'PATCH /accounts/current',
  'GET /accounts/current/sessions', 'DELETE /accounts/current/sessions/{id}',
  'GET /accounts/current/sign_ins',
  'GET /accounts/current/passkeys', 'POST /accounts/current/passkeys',
  'GET /accounts/current/wallets', 'POST /accounts/current/wallets',
  'POST /accounts/current/wallets/nonces', 'POST /accounts/current/wallets/{id}/unlink',
  'POST /accounts/current/passkeys/challenges', 'POST /accounts/current/passkeys/{id}/remove',
  'GET /accounts/current/deletion', 'POST /accounts/current/deletion',
  'GET /accounts/current/export', 'POST /accounts/current/export', 'GET /accounts/current/export/file',
  // API keys
  'GET /api_keys', 'POST /api_keys', 'DELETE /api_keys/{id}',
  // Without a section
  'POST /coupon_code', 'POST /coupon_code/occupations', 'POST /webhooks/stripe',
  'POST /unsubscriptions',
  // Titles
  'GET /assets/owned', 'GET /assets/owned/{id}', 'GET /assets/started',
  // Copies
  'GET /assets/owned/{id}/serials', 'GET /acquisition_restriction',
  'GET /certificates/{asset_token_id}/leaves',
  'GET /accounts/current/wallets/{id}/copies', 'POST /accounts/current/wallets/{id}/copies',
  'POST /accounts/current/wallets/{id}/returns/nonces', 'POST /accounts/current/wallets/{id}/returns',
  // Reserved copies
  'GET /allowlists/{id}/export',
  // Campaigns
  'GET /campaigns', 'POST /campaigns', 'PUT /campaigns/{id}',
  // Following
  'GET /follows', 'POST /favourites', 'POST /reminders', 'POST /price_alerts', 'POST /follows', 'DELETE /follows/{id}',
  // Saved searches
  'GET /saved_searches', 'POST /saved_searches', 'PATCH /saved_searches/{id}', 'DELETE /saved_searches/{id}',
  // Purchases
  'POST /assets/purchase', 'POST /assets/purchase_for_free', 'POST /purchase/cancel',
  'GET /purchases', 'GET /purchases/{id}', 'GET /purchases/{id}/decline',
  // Rentals
  'POST /assets/rent', 'POST /assets/rent_for_free', 'GET /rentals/{id}',
  'POST /rentals/{id}/start', 'GET /assets/rented', 'GET /assets/rented/{id}',
  // Draws
  'POST /assets/randomly_purchase',
  // Waiting rooms
  'POST /waiting_rooms/join', 'POST /waiting_rooms/leave',
  // Trades
  'GET /assets/trade_related_serials_data/{id}', 'GET /assets/trading_assets',
  'GET /assets/tradable_listed_assets', 'POST /assets/offer_trading_asset', 'POST /assets/trade',
  'POST /trade_offers/{id}/withdraw', 'POST /trade_offers/{id}/decline', 'GET /trades',
  'GET /trade_offer_logs', 'GET /wishes', 'POST /wishes', 'DELETE /wishes/{id}',
  'GET /trade_proposals', 'POST /trade_proposals/{id}/accept',
  'POST /trade_proposals/{id}/decline',
  // Collection
  'GET /owned_contents/brands', 'GET /owned_contents/brands/{id}', 'GET /owned_contents/previous',
  'GET /serials/{asset_token_id}/share',
  'GET /accounts/current/shelf', 'PUT /accounts/current/shelf', 'GET /accounts/current/shelf/choices',
  // Free distributions
  'POST /free_distribution_rights/calc_price', 'POST /free_distribution_settings',
  'POST /free_distribution_settings/{id}/payments',
  'POST /free_distribution_settings/{id}/release', 'POST /free_distribution_settings/{id}/end',
  'GET /free_distribution_settings', 'GET /free_distribution_settings/{id}',
  'GET /free_distribution_settings/{id}/claims', 'GET /free_distribution_settings/{id}/export',
  // Loans
  'POST /loans', 'GET /loans', 'POST /loans/{id}/end',
  'POST /loans/accept', 'POST /loans/decline',
  // Free rentals
  'POST /free_rental_settings', 'POST /free_rental_settings/{id}/end',
  'GET /free_rental_settings', 'GET /free_rental_settings/{id}',
  'GET /free_rental_settings/{id}/renters', 'GET /free_rental_settings/{id}/export',
  'GET /free_rentals/{id}',
  // Verified brands
  'GET /brands/{id}/verification', 'POST /brands/{id}/verifications',
  'GET /brand_verifications', 'POST /brand_verifications/{id}/decisions',
  // Seller’s notices
  'PUT /brands/{id}/seller_notice', 'DELETE /brands/{id}/seller_notice',
  'GET /brands/{id}/seller_notices',
  // Reports
  'POST /reports', 'GET /hidings/{id}', 'POST /moderation_cases/{id}/appeals',
  // Moderation
  'GET /moderation_cases', 'GET /moderation_cases/{id}', 'POST /moderation_cases/{id}/decisions',
  'POST /moderation_cases/{id}/notes',
  // Gifts
  'POST /gifts', 'GET /gifts', 'GET /gifts/export', 'POST /gifts/{id}/mails',
  'POST /gifts/{id}/withdraw', 'POST /gifts/claim', 'POST /gifts/decline',
  // Coupons
  'GET /coupons', 'GET /coupons/{id}', 'POST /coupons/{id}/claims',
  'POST /coupons/{id}/occupations', 'POST /coupons', 'GET /coupon_batches',
  'GET /coupon_batches/{id}', 'GET /coupon_batches/{id}/desk', 'GET /coupon_batches/{id}/claims',
  'POST /coupon_claims/{id}/take_back', 'GET /coupon_batches/{id}/export',
  'DELETE /coupon_batches/{id}',
  // Failed refunds
  'GET /failed_refunds',
  // Balance
  'GET /point_balance',
  // Transactions
  'GET /point_details', 'GET /point_details/{id}', 'GET /transactions',
  // Bank account
  'GET /banks', 'GET /banks/{code}/branches', 'GET /bank', 'PUT /bank',
  // Payouts
  'GET /payout_requests/terms', 'POST /payout_requests', 'POST /payout_requests/cancel',
  'GET /payout_requests', 'GET /payout_requests/details', 'PUT /payout_requests/auto',
  'GET /payout_requests/calendar', 'GET /payout_requests/export',
  'POST /payout_requests/update_statuses', 'GET /payout_requests/check_update_status',
  'POST /payout_requests/results', 'GET /payees/{account_id}', 'PUT /payees/{account_id}',
  // Receipts and statements
  'GET /receipts/{purchase_id}', 'GET /invoice_registration', 'PUT /invoice_registration',
  'DELETE /invoice_registration', 'GET /statements', 'GET /statements/{month}',
  'GET /statements/{year}/csv', 'GET /unused_points',
  // Extras
  'GET /extras', 'GET /extras/{id}/file',
  // Playback
  'POST /assets/drm_token', 'POST /drm/clearkey', 'GET /drm/hls_key',
  'PUT /assets/{kid}/position', 'DELETE /playback_positions',
  // Downloads
  'GET /downloads', 'POST /downloads', 'POST /downloads/{id}/release',
  'GET /downloads/{id}/receipt',
  // Screenings
  'POST /screenings', 'GET /screenings', 'POST /screenings/join',
  'GET /screenings/{id}', 'PATCH /screenings/{id}', 'POST /screenings/{id}/control',
  'POST /screenings/{id}/end', 'DELETE /screenings/{id}/guests/{guest_id}',
  'POST /screenings/{id}/presence', 'POST /screenings/{id}/leave',
  'POST /screenings/{id}/messages', 'DELETE /screenings/{id}/messages/{message_id}',
  // Settings
  'PATCH /application_settings', 'GET /application_settings/history',
  // Notifications
  'GET /notifications', 'GET /notifications/unread', 'POST /notifications/read',
  'GET /mail_choices', 'PUT /mail_choices/{topic}',
  'GET /notification_schedule', 'PUT /notification_schedule',
  'GET /push_subscriptions', 'POST /push_subscriptions', 'DELETE /push_subscriptions/{id}',
  'GET /push_choices', 'PUT /push_choices/{topic}',
  // Users
  'GET /users', 'GET /user_roles/{id}', 'PUT /user_roles/{id}', 'GET /suspensions', 'PUT /suspensions/{id}',
  // Lost access
  'GET /recoveries', 'POST /recoveries', 'POST /recoveries/{id}/cancellations', 'POST /recoveries/cancellations',
  'GET /accounts/current/recovery', 'DELETE /accounts/current/recovery',
  // Operation
  'GET /admin_overview', 'GET /audit_log', 'GET /jobs', 'POST /jobs/{id}/retry',
  'POST /notifier_tests', 'GET /notifier_tests/{id}',
  // Disputes
  'GET /disputes',
]

/** What guests can read and no key can, each with the reason. */
const unreadable = {
  'GET /copies/{token}': 'the address is a secret of the person who shares the copy',
  'GET /loans/{token}': 'the address is a secret of the borrower',
  'GET /gifts/{token}': 'the address is a secret of the recipient',
  'GET /screenings/codes/{code}': 'the code is a secret of the guests',
  'GET /unsubscriptions/{token}': 'the address is a secret of the reader of a mail',
  'GET /coupon_code': 'the code is in the cookie of a browser',
  'GET /drm/fairplay_certificate': 'only players need it',
  'GET /showing_menu_settings': 'only our pages need it',
}

const nameOf = ({ endpoint: { method, path } }: { endpoint: { method: string; path: string } }) =>
  `${method} ${path}`

/** Tells if a call only reads, and needs no session. */
const isForGuests = ({ access, endpoint }: (typeof api)[number]) =>
  access === 'any' && endpoint.method === 'GET'

test('AK-03 every call is allowed by one scope, or entered as refused to all keys', () => {
  const without = api.filter(({ scope }) => scope === undefined)
  const entered = [...keyless, ...Object.keys(unreadable)]
  deepEqual(without.map(nameOf).toSorted(), entered.toSorted())
  deepEqual(new Set(api.map(({ scope }) => scope)), new Set([undefined, ...scopes]))
})

test('AK-03 the scope `read` allows what guests can read, but no address with a secret', () => {
  const open = api.filter(isForGuests)
  deepEqual(
    open.filter(({ scope }) => scope !== 'read').map(nameOf),
    open.map(nameOf).filter((name) => name in unreadable),
  )
})

test('AK-03 no scope allows calls that pay, give, or change the account, its roles and keys', () => {
  const never =
    /purchase|rent(_for_free)?$|payout|bank|balance|account|role|session|login|nonce|key|coupon|gift|loan|distribution|trade|drm|download|settings$/
  const allowed = api.filter(({ scope }) => scope !== undefined)
  deepEqual(
    allowed.filter((route) => !isForGuests(route)).filter((route) => never.test(nameOf(route))),
    [],
  )
  ok(api.every(({ access, scope }) => access !== 'admin' || scope === undefined))
})

test('AK-03 a key gets the outcome of its owner for the calls of its scopes, and no other', async (t) => {
  const fixtures = await accessFixtures(t)
  const keyOf = async (of: (typeof scopes)[number][]) =>
    (await makeKey(fixtures.here, fixtures.mika, { name: 'Matrix', scopes: of })).key
  const makeKeys = async () => {
    await fixtures.here.app.db.deleteFrom('api_key').execute() // an account has few keys
    const without = new Map<string | undefined, string>()
    for (const scope of scopes)
      without.set(scope, await keyOf(scopes.filter((one) => one !== scope)))
    return { all: await keyOf([...scopes]), without }
  }
  let { all, without } = await makeKeys()
  for (const [i, row] of rows.entries()) {
    if (i % 140 === 139) ({ all, without } = await makeKeys()) // below the limits of requests and keys
    const { scope } = api.find((route) => nameOf(route) === nameOf(row))!
    const seen = {
      lacking: await outcomeOf(fixtures, row, without.get(scope) ?? all),
      all: await outcomeOf(fixtures, row, all),
    }
    const expected = scope === undefined ? 'api_key_forbidden' : row.outcomes.mika
    deepEqual(seen, { lacking: 'api_key_forbidden', all: expected }, endpointName(row.endpoint))
  }
})

async function outcomeOf(fixtures: AccessFixtures, row: (typeof rows)[number], token: string) {
  const input = row.input(fixtures, 'mika')
  const { status, answer } = await request(fixtures, row.endpoint, { input, token })
  return status < 300 ? 'done' : (answer as { error: { code: string } }).error.code
}

test('AK-03 AP-01 the API description names the scope of each call, and no key for the others', () => {
  const { paths } = openapi(api)
  for (const { endpoint, scope, section } of api) {
    if (!section) continue
    const { security } = paths[endpoint.path]![endpoint.method.toLowerCase()] as {
      security: Record<string, string[]>[]
    }
    const named = security.find((one) => 'apiKey' in one)
    equal(named?.apiKey?.[0], scope, endpointName(endpoint))
  }
})
