import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errors, type RefusalKind } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import type { Route } from '#core/http/http.ts'
import { refusalsOf } from '#core/http/openapi.ts'
import { api } from '#src/api.ts'
import { type Reached, reach, served } from './refusal-graph.ts'

/** The areas in the order of `src/api.ts`. */
const AREAS = 'accounts catalog sales ledger finance media studio platform admin'.split(' ')

/** Exceptions: codes, the calls that they concern, and why. Words are parted by spaces. */
type Row = [codes: string, calls: string[], why: string]

/** What stands on the way of a call and is never its refusal. */
const neverGiven: Row[] = [
  [
    'waiting_room',
    ['PATCH /assets/update', 'POST /groups', 'PUT /groups/{id}', 'DELETE /groups/{id}'],
    'is also the name of a field',
  ],
  [
    'waiting_room description_empty content_has_brand waiting_room_opened',
    ['POST /asset_upload'],
    'concern titles that exist; of a new one, the schema refuses an empty description',
  ],
  [
    `title_not_out serial_preparing serial_downloaded serial_rented serial_being_purchased
      already_listed serial_in_deal serial_reserved serial_offered_in_trade serial_frozen`,
    ['POST /accounts/current/wallets/{id}/returns'],
    'are read with a copy, and asked only on its way to a wallet',
  ],
  [
    'forbidden',
    [
      'PATCH /allowlists/{id}',
      'GET /allowlists/{id}/people',
      'POST /allowlists/{id}/people',
      'POST /allowlists/{id}/people/removals',
      'GET /allowlists/{id}/export',
      'GET /downloads',
      'POST /downloads',
      'POST /downloads/{id}/release',
      'GET /downloads/{id}/receipt',
    ],
    'is refused for what everybody sees; of other people, lists and downloads are not found',
  ],
  ['forbidden', ['POST /brands'], 'is asked of the new brand, which is the caller’s'],
  [
    'changed_elsewhere',
    ['POST /brands/{id}/verifications', 'DELETE /brands/{id}/seller_notice', 'DELETE /groups/{id}'],
    'needs the time of the edit that the caller saw, which these calls do not take',
  ],
  [
    'secondary_sale_disabled',
    ['POST /assets/purchase', 'POST /assets/purchase_for_free', 'POST /assets/randomly_purchase'],
    'is asked when copies are listed',
  ],
  [
    'secondary_rental_disabled',
    ['POST /assets/rent', 'POST /assets/rent_for_free'],
    'is asked when copies are listed',
  ],
  [
    'too_many_holds balance_exceeds_available card_maximum_exceeded balance_leaves_too_little',
    ['POST /assets/purchase_for_free', 'POST /assets/rent_for_free'],
    'are asked when a card pays',
  ],
  [
    'waiting_room sale_not_started too_many_at_once max_holding_reached',
    ['POST /assets/rent', 'POST /assets/rent_for_free'],
    'are asked of copies that change hands; a rental is of one copy',
  ],
  ['nothing_left', ['POST /assets/randomly_purchase'], 'is refused as `not_enough_copies`'],
  [
    `forbidden title_not_out serial_preparing serial_rented serial_being_purchased already_listed
      serial_reserved serial_frozen serial_downloaded serial_in_wallet trade_disabled`,
    ['POST /trade_proposals/{id}/accept'],
    'end the proposal without a refusal',
  ],
  [
    'secondary_rental_disabled not_for_rent rental_period_changed not_designated_acquirer',
    ['POST /loans/accept'],
    'are asked of orders; a loan asks rentals only which are running',
  ],
  [
    'title_hidden region_unavailable max_holding_reached',
    ['POST /coupons/{id}/occupations'],
    'stand in `hindered_by` of the reply',
  ],
  ['rented_out', ['POST /accounts/current/deletion'], 'is refused as `deletion_blocked`'],
  [
    'screening_closed',
    ['PUT /assets/{kid}/position', 'POST /screenings'],
    'is refused to guests of a screening, and these calls name none',
  ],
  [
    'not_found',
    [
      'POST /free_distribution_settings',
      'POST /loans',
      'POST /free_rental_settings',
      'POST /coupons',
      'POST /payout_requests',
      'POST /notifier_tests',
    ],
    'is asked of what the call itself has just written',
  ],
  ['screening_removed', ['POST /screenings'], 'is refused to guests, and the caller is the host'],
]

/** What is refused though no way to it can be read. */
const givenByTable: Row[] = [
  [
    'secondary_sale_disabled secondary_rental_disabled',
    ['POST /assets/list'],
    'are asked of the kinds of deal, which are looked up in a table',
  ],
]

/**
 * Ends of the ways: the server around an action, tables of all kinds of deal and of all features, of which
 * a call needs one, and what stands in for vendors.
 */
const ends = (key: string) =>
  /#(dispatcher|fromDatabase|dealKinds|copyDealKinds|features)$|^src\/emulators\//.test(key)

const nameOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`

const calls = AREAS.flatMap((area) => served(`src/${area}/api.ts`))
const described = api.flatMap((route, i) =>
  route.section ? [{ route, reached: reach(calls[i]!.action, ends) }] : [],
)

test('AP-01 every call lists the refusals to which its action leads, and no others', () => {
  deepEqual(
    calls.map(({ summary }) => summary),
    api.map(({ summary }) => summary),
  )
  deepEqual(
    described.flatMap(({ route, reached }) => faultsOf(route, reached)),
    [],
  )
})

test('AP-01 a refusal that a call leaves out or makes up is a fault', () => {
  const found = described.find(({ route }) => nameOf(route) === 'POST /loans')!
  const { route, reached } = found
  const refusals = route.refusals.filter((code) => code !== 'too_many_loans')
  deepEqual(
    faultsOf({ ...route, refusals }, reached).map((fault) => fault.split(',')[0]),
    ['POST /loans does not list too_many_loans'],
  )
  deepEqual(faultsOf({ ...route, refusals: [...route.refusals, 'draw_unpaid'] }, reached), [
    'POST /loans lists draw_unpaid, to which nothing leads',
  ])
})

test('AP-01 every exception from the refusals of a call is needed', () => {
  const idle = [...pairsOf(neverGiven), ...pairsOf(givenByTable)].filter(([call, code]) => {
    const found = described.find(({ route }) => nameOf(route) === call)
    if (!found) return true
    const { route, reached } = found
    return route.refusals.includes(code) === ledTo(route, reached).has(code)
  })
  deepEqual(idle, [])
})

/** Names the refusals that a call leaves out, with the way to each, and those that it makes up. */
function faultsOf(route: Route, reached: Reached): string[] {
  const call = nameOf(route)
  const listed = refusalsOf(route)
  const isExcepted = (rows: Row[], code: ErrorCode) =>
    pairsOf(rows).some((pair) => pair[0] === call && pair[1] === code)
  const omitted = [...ledTo(route, reached)]
    .filter(([code]) => !listed.has(code) && !isExcepted(neverGiven, code))
    .map(([code, way]) => `${call} does not list ${code}, to which leads ${way}`)
  const invented = route.refusals
    .filter((code) => !reached.named.has(code) && !mayViolate(route, code))
    .filter((code) => !isExcepted(givenByTable, code))
    .map((code) => `${call} lists ${code}, to which nothing leads`)
  return [...omitted, ...invented]
}

/**
 * Returns the codes that a call must list. Where a call only reads, a code that is not refused on the
 * spot is part of the reply: why a copy cannot be downloaded, or an offer not be taken.
 */
const ledTo = ({ endpoint: { method } }: Route, { thrown, named }: Reached) =>
  method === 'GET' ? thrown : named

/** Tells if the database may refuse a call with this code, which then stands nowhere in the source. */
function mayViolate({ endpoint: { method } }: Route, code: ErrorCode): boolean {
  const { constraint }: RefusalKind = errors[code]
  return method !== 'GET' && constraint !== undefined
}

const pairsOf = (rows: Row[]) =>
  rows.flatMap(([codes, names]) =>
    names.flatMap((call) => codes.split(/\s+/).map((code) => [call, code as ErrorCode] as const)),
  )
