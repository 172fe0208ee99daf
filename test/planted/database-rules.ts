/** A rule of the database, and what to change of a row of its table to break it. */
export interface Rule {
  name: string
  table: string
  /** Which row to begin with: SQL about `row`. */
  like: string
  /** What to write otherwise in a copy of that row: SQL that makes jsonb, and may ask `row`. */
  but: string
}

/** The tables of money and ownership: each of their rules stands below. */
export const ruledTables = [
  'ledger_account',
  'ledger_transfer',
  'listing',
  'purchase',
  'card_event',
  'payout',
  'payout_update',
  'payout_export',
  'bank_account',
  'coupon_batch',
  'coupon',
  'lot_notice',
  'serial',
  'holding',
  'provenance_head',
  'provenance_event',
  'request',
  'event',
  'books_check',
]

const rule = (name: string, table: string, but: string, like = 'true'): Rule => ({
  ...{ name, table, like, but },
})
const json = (text: string) => `'${text}'::jsonb`
const priced = (text: string) =>
  `${json(text)} || '{"price": 100, "card_amount": 0, "points_used": 0, "sales_used": 100}'`
const shared = (text: string) => json(`{"price": 100, "sales_used": 100, ${text}}`)
const NEW_ID = `jsonb_build_object('id', gen_random_uuid())`
const FIXED = '00000000-0000-4000-8000-000000000001' // as `row` is asked once for each column
const NEW_ORDER = json(`{"id": "${FIXED}", "order_id": "${FIXED}", "reference": -1}`)
const UNUSED = `jsonb_build_object('id', 1000000)`
const HELD = `row.status = 'reserved'`
const SETTLED = `row.status = 'settled'`
const PEOPLE = 'row.account_id is not null'

/** Every unique and check rule of these tables, but for their primary keys. */
// oxfmt-ignore
export const rules: Rule[] = [
  rule('ledger_account_not_negative',  'ledger_account', json('{"balance": -1}'), PEOPLE),
  rule('ledger_account_check',         'ledger_account', json('{"balance": null}'), PEOPLE),
  rule('ledger_account_kind',          'ledger_account', json('{"kind": "card"}'), PEOPLE),
  rule('ledger_account_one_of_a_kind', 'ledger_account', UNUSED, 'row.account_id is null'),
  rule('ledger_transfer_amount_check', 'ledger_transfer', json('{"amount": 0}')),
  rule('ledger_transfer_check',        'ledger_transfer', `jsonb_build_object('debit', row.credit)`),

  rule('listing_check',                       'listing', json('{"sale_price": null}')),
  rule('listing_kind_check',                  'listing', json('{"kind": "lottery", "sale_price": null}')),
  rule('listing_rent_price_check',            'listing', json('{"rent_price": -1}')),
  rule('listing_rental_period_seconds_check', 'listing', json('{"rental_period_seconds": 0}')),
  rule('listing_sale_price_check',            'listing', json('{"sale_price": 0}')),
  rule('listing_one_live_per_serial',         'listing', NEW_ID, `row.status = 'open'`),

  rule('purchase_card_amount_check',  'purchase', json('{"card_amount": -1}')),
  rule('purchase_check',              'purchase', json('{"points_used": 9999}')),
  rule('purchase_check1',             'purchase', json('{"net": 9999}')),
  rule('purchase_check2',             'purchase', `jsonb_build_object('buyer', row.seller)`),
  rule('purchase_kind_check',         'purchase', json('{"kind": "tertiary"}')),
  rule('purchase_net_check',          'purchase', priced('{"net": -1, "platform_fee": 101, "royalty": 0}')),
  rule('purchase_platform_fee_check', 'purchase', priced('{"net": 101, "platform_fee": -1, "royalty": 0}')),
  rule('purchase_royalty_check',      'purchase', priced('{"net": 101, "platform_fee": 0, "royalty": -1}')),
  rule('purchase_points_used_check',  'purchase', shared('"card_amount": 1, "points_used": -1, "net": 100, "platform_fee": 0, "royalty": 0')),
  rule('purchase_sales_used_check',   'purchase', `${shared('"card_amount": 101, "points_used": 0, "net": 100, "platform_fee": 0, "royalty": 0')} || '{"sales_used": -1}'`),
  rule('purchase_price_check',        'purchase', `${shared('"card_amount": 0, "points_used": 0, "net": 0, "platform_fee": 0, "royalty": 0')} || '{"price": 0, "sales_used": 0}'`),
  rule('purchase_one_live_per_serial', 'purchase', `${NEW_ID} || '{"checkout_id": null}'`, HELD),
  rule('purchase_one_per_listing',     'purchase', `${NEW_ID} || '{"checkout_id": null}'`, SETTLED),
  rule('purchase_one_per_checkout',    'purchase', `${NEW_ORDER} || '{"status": "expired"}'`, 'row.checkout_id is not null'),

  rule('purchase_reference_once',      'purchase', `${NEW_ID} || '{"status": "expired", "checkout_id": null}'`),

  rule('payout_amount_check',    'payout', json('{"amount": 0}')),
  rule('payout_fee_check',       'payout', json('{"fee": -1}')),
  rule('payout_withheld_within', 'payout', `jsonb_build_object('withheld', row.amount)`),
  rule('payout_reference_key',   'payout', `${NEW_ID} || '{"status": "failed"}'`),
  rule('payout_one_a_month',     'payout', `${NEW_ID} || '{"reference": 1000000}'`, HELD),
  rule('payout_update_ending_check', 'payout_update', json('{"ending": "canceled"}')),
  rule('lot_notice_kind_check',  'lot_notice', json('{"kind": "hold"}')),

  rule('coupon_batch_check',        'coupon_batch', json('{"points": null}')),
  rule('coupon_batch_points_check', 'coupon_batch', json('{"points": 0}')),
  rule('coupon_check',              'coupon', `jsonb_build_object('occupied_at', now())`),
  rule('coupon_code_hash_key',      'coupon', `${NEW_ID} || '{"asset_token_id": null}'`),
  rule('coupon_one_live_per_serial', 'coupon', `${NEW_ID} || '{"code_hash": "another"}'`),

  rule('serial_number_check', 'serial', json('{"number": 0}')),
  rule('serial_number_once',  'serial', `jsonb_build_object('asset_token_id', gen_random_uuid())`),
  rule('provenance_event_once',         'provenance_event', UNUSED),
  rule('provenance_event_status_check', 'provenance_event', json('{"status": "forgotten"}')),
  rule('books_check_check',      'books_check', json('{"kind": "card"}'), `row.kind = 'self'`),
  rule('books_check_kind_check', 'books_check', json('{"kind": "tax"}')),
]

/** A copy of a row as it is meets its table's primary key. */
export const keys: Rule[] = ruledTables.map((table) => rule(`${table}_pkey`, table, json('{}')))

/** What may never be changed again, and a change that each of these triggers refuses. */
// oxfmt-ignore
export const kept: { trigger: string; table: string; change: string }[] = [
  { trigger: 'ledger_transfer_append_only',    table: 'ledger_transfer',  change: 'update ledger_transfer set amount = amount + 1' },
  { trigger: 'event_append_only',              table: 'event',            change: 'delete from event' },
  { trigger: 'books_check_append_only',        table: 'books_check',      change: `update books_check set differences = '[]'` },
  { trigger: 'provenance_event_kept',          table: 'provenance_event', change: `update provenance_event set leaf = ''` },
  { trigger: 'provenance_event_never_deleted', table: 'provenance_event', change: 'delete from provenance_event' },
]

const dropped = ({ name, table }: Rule) => `
  do $$ begin
    if exists (select from pg_constraint where conname = '${name}' and conrelid = '${table}'::regclass)
    then alter table ${table} drop constraint ${name} cascade;
    else drop index ${name};
    end if;
  end $$`

/** Without this key the house cannot be furnished, so it is dropped by itself. */
const NEEDED = ['bank_account_pkey']

/** Each rule gone; those of one batch are dropped together, as each has its own test. */
export const databaseFaults = [
  ...rules.map((one) => ({ name: one.name, sql: dropped(one), batch: 'rules' })),
  ...keys.map((one) => ({
    ...{ name: one.name, sql: dropped(one) },
    batch: NEEDED.includes(one.name) ? one.name : 'keys',
  })),
  ...kept.map(({ trigger, table }) => ({
    ...{ name: trigger, sql: `alter table ${table} disable trigger ${trigger}` },
    batch: 'triggers',
  })),
]
  .map(({ name, ...rest }) => ({
    ...{ ...rest, name: `without ${name}`, title: NEEDED.includes(name) ? undefined : name },
    ...{ tests: 'test/database-rules.test.ts', only: 'whatever a program tries' },
  }))
  .concat(
    ['listing_is_counted', 'listing_is_counted_on'].map((trigger) => ({
      ...{ name: `without ${trigger}`, title: undefined, batch: trigger },
      sql: `alter table listing disable trigger ${trigger}`,
      ...{ tests: 'src/asset/catalog.test.ts', only: 'EN-02' },
    })),
  )
