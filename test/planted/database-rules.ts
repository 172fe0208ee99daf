/** A rule of the database, and what to change of a row of its table to break it. */
export interface Rule {
  name: string
  table: string
  /** Which row to begin with: SQL about `row`. */
  like: string
  /** What to write otherwise in a copy of that row: SQL that makes jsonb, and may ask `row`. */
  but: string
}

/** The tables of money, ownership and what creators make: each of their rules stands below. */
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
  'payee',
  'payee_change',
  'payout_auto',
  'invoice_registration',
  'setting',
  'role_change',
  'currency_rate',
  'coupon_try',
  'asset',
  'asset_offer',
  'issue_batch',
  'brand',
  'title_group',
  'group_content',
  'upload',
  'upload_file',
  'rendition',
  'replacement',
  'draw',
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
const OF_TITLE = `row.of = 'title'`
const PEOPLE = 'row.account_id is not null'

/** Every unique and check rule of money and ownership, but for primary keys. */
// oxfmt-ignore
const moneyRules: Rule[] = [
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

  rule('draw_copies_check',      'draw', json('{"copies": 0}')),

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

  rule('payee_withholding_check', 'payee', json('{"withholding": "some"}')),
  rule('invoice_registration_number_check',     'invoice_registration', json('{"number": "T0000012050002"}')),
  rule('invoice_registration_valid_from_check', 'invoice_registration', json('{"valid_from": "2029-1-1"}')),
  rule('invoice_registration_ended_on_check',   'invoice_registration', json('{"ended_on": "never"}')),
  rule('setting_follows_once',         'setting', json('{"version": 1000000}'), 'row.follows is not null'),
  rule('currency_rate_day_check',      'currency_rate', json('{"day": "2030-1-1"}')),
  rule('currency_rate_currency_check', 'currency_rate', json('{"currency": "yen"}')),
  rule('currency_rate_per_euro_check', 'currency_rate', json('{"per_euro": 0}')),
]

/** The same of what creators make. */
// oxfmt-ignore
const creatorsRules: Rule[] = [
  rule('asset_asset_type_check',             'asset', json('{"asset_type": "song"}')),
  rule('asset_media_type_check',             'asset', json('{"media_type": "song"}')),
  rule('asset_first_number_check',           'asset', json('{"first_number": 0}')),
  rule('asset_holding_limit_check',          'asset', json('{"holding_limit": 0}')),
  rule('asset_min_sellable_price_check',     'asset', json('{"min_sellable_price": 9}')),
  rule('asset_royalty_rate_bp_check',        'asset', json('{"royalty_rate_bp": 10001}')),
  rule('asset_rental_royalty_rate_bp_check', 'asset', json('{"rental_royalty_rate_bp": 10001}')),
  rule('asset_withdrawn_whole',              'asset', json('{"withdrawn_at": "2030-01-02", "published_at": null}')),
  rule('asset_withdrawn_hidden',             'asset', json('{"withdrawn_at": "2030-01-02", "was_published_at": "2030-01-01"}'), 'row.published_at is not null'),
  rule('asset_removed_after',                'asset', json('{"removed_at": "2030-01-02"}')),
  rule('asset_offer_check',                  'asset_offer', json('{"sale": -1}')),

  rule('issue_batch_n_check',            'issue_batch', json('{"n": 0}')),
  rule('issue_batch_first_number_check', 'issue_batch', json('{"first_number": 0}')),
  rule('issue_batch_copies_check',       'issue_batch', json('{"copies": 0}')),
  rule('issue_batch_once',               'issue_batch', NEW_ID),

  rule('brand_account_check',               'brand', json('{"account": "-kita"}')),
  rule('brand_account_is_free',             'brand', NEW_ID),
  rule('group_address_once',                'title_group', `jsonb_build_object('key', gen_random_uuid())`),
  rule('group_sale_starts_before_it_ends',  'title_group', json('{"sale_starting_at": "2030-01-01", "sale_ending_at": "2030-01-01"}')),
  rule('title_in_one_group',                'group_content', json('{"position": 1000}')),
  rule('group_position_once',               'group_content', `jsonb_build_object('kid', (select kid from asset where kid <> row.kid limit 1))`),

  rule('upload_of_check',                'upload', json('{"of": "poster", "total_copies": null}')),
  rule('upload_numbers_title',           'upload', json('{"total_copies": null}'), OF_TITLE),
  rule('upload_total_copies_check',      'upload', json('{"total_copies": 10001}'), OF_TITLE),
  rule('upload_progress_check',          'upload', json('{"progress": 101}')),
  rule('upload_tries_check',             'upload', json('{"tries": -1}')),
  rule('upload_of_title',                'upload', NEW_ID, OF_TITLE),
  rule('upload_one_trailer',             'upload', NEW_ID, `row.of = 'trailer'`),
  rule('upload_file_role_check',         'upload_file', json('{"role": "sound"}')),
  rule('upload_file_size_check',         'upload_file', json('{"size": 0}')),
  rule('upload_file_upload_id_role_key', 'upload_file', NEW_ID),
  rule('rendition_of_check',             'rendition', json('{"of": "poster"}')),
  rule('rendition_kid_of_name_key',      'rendition', NEW_ID),
  rule('replacement_what_check',         'replacement', json('{"what": "trailer"}')),
  rule('replacement_of_check',           'replacement', json('{"what": "subtitles", "language": "ja", "of": "poster"}')),
  rule('replacement_of_subtitles',       'replacement', json('{"language": "ja", "of": "asset"}')),
]

export const rules = [...moneyRules, ...creatorsRules]

/** A copy of a row as it is meets its table's primary key. */
export const keys: Rule[] = ruledTables
  .filter((table) => table !== 'group_content') // whose key is title_in_one_group
  .map((table) => rule(`${table}_pkey`, table, json('{}')))

/** What may never be changed again, and a change that each of these triggers refuses. */
// oxfmt-ignore
export const kept: { trigger: string; table: string; change: string }[] = [
  { trigger: 'ledger_transfer_append_only',    table: 'ledger_transfer',  change: 'update ledger_transfer set amount = amount + 1' },
  { trigger: 'event_append_only',              table: 'event',            change: 'delete from event' },
  { trigger: 'books_check_append_only',        table: 'books_check',      change: `update books_check set differences = '[]'` },
  { trigger: 'draw_append_only',               table: 'draw',             change: 'update draw set n = n + 1' },
  { trigger: 'provenance_event_kept',          table: 'provenance_event', change: `update provenance_event set leaf = ''` },
  { trigger: 'provenance_event_never_deleted', table: 'provenance_event', change: 'delete from provenance_event' },
  { trigger: 'payee_change_append_only',       table: 'payee_change',     change: 'delete from payee_change' },
  { trigger: 'invoice_registration_append_only', table: 'invoice_registration', change: `update invoice_registration set name = ''` },
  { trigger: 'setting_append_only',            table: 'setting',          change: 'delete from setting' },
  { trigger: 'role_change_append_only',        table: 'role_change',      change: 'delete from role_change' },
  { trigger: 'issue_batch_kept',               table: 'issue_batch',      change: 'update issue_batch set copies = copies + 1' },
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
