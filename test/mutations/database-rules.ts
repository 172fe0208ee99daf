import { moneyRules } from './money-rules.ts'
import { FIXED, rule, json, NEW_ID, OF_TITLE, type Rule } from './rule.ts'

/** The tables of money, ownership and creators’ works, whose constraints are all tested. */
export const ruledTables = [
  'ledger_account',
  'ledger_transfer',
  'listing',
  'purchase',
  'rental',
  'distribution',
  'distribution_copy',
  'free_rental',
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
  'log_tile',
  'log_checkpoint',
  'request',
  'event',
  'books_check',
  'payee',
  'payee_change',
  'payout_auto',
  'invoice_registration',
  'setting',
  'role_change',
  'suspension_change',
  'account_deletion',
  'account_recovery',
  'account_recovery_change',
  'currency_rate',
  'coupon_try',
  'trade_offer',
  'gift',
  'download',
  'loan',
  'trade_proposal',
  'trade_proposal_side',
  'wish',
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
  'waiting_room',
  'waiting_entry',
  'allowlist',
  'allowlist_copy',
  'allowlist_person',
  'dispute',
]

/** Every unique and check constraint of creators’ works, except primary keys. */
// oxfmt-ignore
const creatorsRules: Rule[] = [
  rule('asset_asset_type_check',             'asset', json('{"asset_type": "song"}')),
  rule('asset_media_type_check',             'asset', json('{"media_type": "song"}')),
  rule('asset_first_number_check',           'asset', json('{"first_number": 0}')),
  rule('asset_holding_limit_check',          'asset', json('{"holding_limit": 0}')),
  rule('asset_credits_check',                'asset', json(`{"credits": "${'x'.repeat(4_001)}"}`)),
  rule('asset_screening_guests',             'asset', json('{"screening_guests": 101}')),
  rule('asset_min_sellable_price_check',     'asset', json('{"min_sellable_price": 9}')),
  rule('asset_royalty_rate_bp_check',        'asset', json('{"royalty_rate_bp": 10001}')),
  rule('asset_rental_royalty_rate_bp_check', 'asset', json('{"rental_royalty_rate_bp": 10001}')),
  rule('asset_waits_for_a_start',            'asset', json('{"waiting_room": true, "sale_starting_at": null}')),
  rule('asset_withdrawn_whole',              'asset', json('{"withdrawn_at": "2030-01-02", "published_at": null}')),
  rule('asset_withdrawn_hidden',             'asset', json('{"withdrawn_at": "2030-01-02", "was_published_at": "2030-01-01"}'), 'row.published_at is not null'),
  rule('asset_removed_after',                'asset', json('{"removed_at": "2030-01-02"}')),
  rule('asset_offer_check',                  'asset_offer', json('{"sale": -1}')),
  rule('asset_offer_rented_check',           'asset_offer', json('{"rented": -1}')),

  rule('issue_batch_n_check',            'issue_batch', json('{"n": 0}')),
  rule('issue_batch_first_number_check', 'issue_batch', json('{"first_number": 0}')),
  rule('issue_batch_copies_check',       'issue_batch', json('{"copies": 0}')),
  rule('issue_batch_once',               'issue_batch', NEW_ID),

  rule('brand_account_check',               'brand', json('{"account": "-kita"}')),
  rule('group_address_once',                'title_group', `jsonb_build_object('key', gen_random_uuid())`),
  rule('group_waits_for_a_start',           'title_group', json('{"waiting_room": true, "sale_starting_at": null}')),
  rule('group_sale_starts_before_it_ends',  'title_group', json('{"sale_starting_at": "2030-01-01", "sale_ending_at": "2030-01-01"}')),
  rule('title_in_one_group',                'group_content', json('{"position": 1000}')),
  rule('group_position_once',               'group_content', `jsonb_build_object('kid', (select kid from asset where kid <> row.kid limit 1))`),

  rule('account_recovery_status',      'account_recovery', json('{"status": "done", "ended_at": "2030-01-09"}')),
  rule('account_recovery_token_once',  'account_recovery', json(`{"id": "${FIXED}", "status": "moved", "ended_at": "2030-01-09"}`)),
  rule('account_recovery_one_waiting', 'account_recovery', json(`{"id": "${FIXED}", "token_hash": "another"}`)),
  rule('account_recovery_waits',       'account_recovery', json('{"due_at": "2030-01-01"}')),
  rule('account_recovery_ends',        'account_recovery', json('{"ended_at": "2030-01-02"}')),
  rule('account_recovery_change_action', 'account_recovery_change', json('{"action": "wait"}')),
  rule('serial_in_wallet_since',         'serial', json('{"in_wallet_since": "2030-01-01"}')),
  rule('serial_in_wallet',               'serial', json(`{"linked_wallet_id": "${FIXED}", "in_wallet_since": "2030-01-01", "downloaded_at": "2030-01-01"}`)),
  rule('upload_of_check',                'upload', json('{"of": "poster", "total_copies": null}')),
  rule('upload_numbers_title',           'upload', json('{"total_copies": null}'), OF_TITLE),
  rule('upload_total_copies_check',      'upload', json('{"total_copies": 10001}'), OF_TITLE),
  rule('upload_progress_check',          'upload', json('{"progress": 101}')),
  rule('upload_tries_check',             'upload', json('{"tries": -1}')),
  rule('upload_sale_price_check',        'upload', json('{"sale_price": 0}'), OF_TITLE),
  rule('upload_listed_for_price',        'upload', json('{"sale_price": null, "listed_at": "2030-01-01"}'), OF_TITLE),
  rule('upload_of_title',                'upload', NEW_ID, OF_TITLE),
  rule('upload_one_trailer',             'upload', NEW_ID, `row.of = 'trailer'`),
  rule('upload_file_role_check',         'upload_file', json('{"role": "sound"}')),
  rule('upload_file_size_check',         'upload_file', json('{"size": 0}')),
  rule('upload_file_upload_id_role_key', 'upload_file', NEW_ID),
  rule('rendition_of_check',             'rendition', json('{"of": "poster"}')),
  rule('rendition_kid_of_name_key',      'rendition', NEW_ID),
  rule('replacement_what_check',         'replacement', json('{"what": "asset"}')),
  rule('replacement_of_check',           'replacement', json('{"what": "subtitles", "language": "ja", "of": "poster"}')),
  rule('replacement_of_subtitles',       'replacement', json('{"language": "ja", "of": "asset"}')),
]

/** Every unique and check constraint of trades. */
// oxfmt-ignore
const tradeRules: Rule[] = [
  rule('trade_offer_message_check',   'trade_offer', `jsonb_build_object('message', repeat('x', 501))`),
  rule('trade_offer_of_two_people',   'trade_offer', `jsonb_build_object('owner', row.offeror)`),
  rule('trade_offer_of_two_copies',   'trade_offer', `jsonb_build_object('requested', row.submitted)`),
  rule('trade_offer_ends',            'trade_offer', json('{"ended_at": "2030-01-02"}')),
  rule('trade_offer_once_for_copies', 'trade_offer', NEW_ID),
  rule('trade_offer_top_up_whole',    'trade_offer', json('{"top_up": 100}')),
  rule('trade_offer_top_up_shares',   'trade_offer', json('{"top_up": 100, "top_up_by": "owner", "top_up_fee": 50, "top_up_royalty": 51}')),
  rule('wish_once',                   'wish', NEW_ID),
  rule('trade_proposal_people_check', 'trade_proposal', json('{"people": 4}')),
  rule('trade_proposal_once',         'trade_proposal', NEW_ID),
  rule('trade_proposal_ends',         'trade_proposal', json('{"ended_at": "2030-01-02"}')),
  rule('trade_proposal_side_place_check', 'trade_proposal_side', json('{"place": 3}')),
  rule('trade_proposal_side_once',    'trade_proposal_side', json('{"place": 2, "ended_at": "2030-01-02"}')),
  rule('trade_proposal_side_two_copies', 'trade_proposal_side', `jsonb_build_object('gets', row.gives)`),
  rule('trade_proposal_copy_once',    'trade_proposal_side', `jsonb_build_object('place', 2, 'wish_id', null, 'account_id', (select id from account where id not in (select account_id from trade_proposal_side) limit 1))`),
  rule('trade_proposal_wish_once',    'trade_proposal_side', `jsonb_build_object('place', 2, 'gives', row.gets, 'gets', row.gives, 'account_id', (select id from account where id not in (select account_id from trade_proposal_side) limit 1))`),
]

/** Every unique and check constraint of gifts. */
// oxfmt-ignore
const giftRules: Rule[] = [
  rule('gift_from_name_check',    'gift', json('{"from_name": ""}')),
  rule('gift_message_check',      'gift', `jsonb_build_object('message', repeat('x', 501))`),
  rule('gift_to_another',         'gift', `jsonb_build_object('recipient', row.giver)`, `row.status = 'claimed'`),
  rule('gift_mailed_again_seldom', 'gift', json('{"mailed_again": 4, "mailed_again_at": "2030-01-01", "email": "a@b.test"}')),
  rule('gift_mailed_again_to_an_address', 'gift', json('{"mailed_again": 1}')),
  rule('gift_has_recipient',      'gift', json('{"recipient": null}'), `row.status = 'claimed'`),
  rule('gift_ends',               'gift', json('{"ended_at": "2030-01-02"}'), `row.status = 'open'`),
  rule('gift_is_locked',          'gift', json('{"listing_id": null}'), `row.status = 'open'`),
  rule('gift_lasts',              'gift', `jsonb_build_object('expires_at', row.deliver_at)`),
  rule('gift_one_live_per_copy',  'gift', `jsonb_build_object('id', gen_random_uuid(), 'listing_id', (select id from listing where id <> row.listing_id and id not in (select listing_id from gift) limit 1))`, `row.status = 'open'`),
  rule('gift_once_per_listing',   'gift', `jsonb_build_object('id', gen_random_uuid(), 'status', 'withdrawn', 'ended_at', now())`, `row.status = 'open'`),
  rule('gift_once_per_purchase',  'gift', `jsonb_build_object('id', gen_random_uuid(), 'listing_id', null, 'recipient', null, 'status', 'canceled', 'ended_at', now())`, 'row.purchase_id is not null'),
]

/** Every unique and check constraint of loans. */
// oxfmt-ignore
const loanRules: Rule[] = [
  rule('loan_from_name',           'loan', json('{"from_name": ""}')),
  rule('loan_message',             'loan', `jsonb_build_object('message', repeat('x', 501))`),
  rule('loan_period',              'loan', json('{"period_seconds": 0}'), `row.status = 'open'`),
  rule('loan_to_another',          'loan', `jsonb_build_object('borrower', row.lender)`, `row.status = 'returned'`),
  rule('loan_has_borrower',        'loan', json('{"borrower": null}'), `row.status = 'returned'`),
  rule('loan_ends',                'loan', json('{"ended_at": "2030-01-02"}'), `row.status = 'open'`),
  rule('loan_lasts',               'loan', json('{"ends_at": "2099-01-02"}'), `row.status = 'returned'`),
  rule('loan_one_open_per_copy',   'loan', `jsonb_build_object('id', gen_random_uuid(), 'listing_id', (select id from listing where id not in (select listing_id from loan) limit 1))`, `row.status = 'open'`),
  rule('loan_one_running_per_copy', 'loan', `jsonb_build_object('id', gen_random_uuid(), 'listing_id', (select id from listing where id not in (select listing_id from loan) limit 1))`, `row.status = 'running'`),
  rule('loan_once_per_listing',    'loan', `jsonb_build_object('id', gen_random_uuid(), 'status', 'withdrawn', 'ended_at', now())`, `row.status = 'open'`),
]

/** Every unique and check constraint of downloads. */
// oxfmt-ignore
const downloadRules: Rule[] = [
  rule('download_size_check',            'download', json('{"size": 0}')),
  rule('download_prepared',              'download', json('{"sha256": null}')),
  rule('download_sent_of_size',          'download', `jsonb_build_object('sent', row.size + 1)`),
  rule('download_ends',                  'download', json('{"ended_at": "2030-01-02"}')),
  rule('download_one_live_per_copy',     'download', NEW_ID),
]

export const rules = [
  ...moneyRules,
  ...creatorsRules,
  ...tradeRules,
  ...giftRules,
  ...downloadRules,
  ...loanRules,
]

/** The primary keys, each violated by an unchanged copy of a row. */
export const keys: Rule[] = ruledTables
  .filter((table) => table !== 'group_content') // its primary key is title_in_one_group
  .map((table) => rule(`${table}_pkey`, table, json('{}')))

/** Triggers that protect rows, each with a change that it refuses. */
// oxfmt-ignore
export const protectedRows: { trigger: string; table: string; change: string }[] = [
  { trigger: 'ledger_transfer_append_only',    table: 'ledger_transfer',  change: 'update ledger_transfer set amount = amount + 1' },
  { trigger: 'event_append_only',              table: 'event',            change: 'delete from event' },
  { trigger: 'books_check_append_only',        table: 'books_check',      change: `update books_check set differences = '[]'` },
  { trigger: 'draw_append_only',               table: 'draw',             change: 'update draw set n = n + 1' },
  { trigger: 'waiting_room_keeps_its_draw',    table: 'waiting_room',     change: `update waiting_room set seed = 'another'` },
  { trigger: 'provenance_event_kept',          table: 'provenance_event', change: `update provenance_event set leaf = ''` },
  { trigger: 'provenance_event_never_deleted', table: 'provenance_event', change: 'delete from provenance_event' },
  { trigger: 'provenance_event_keeps_its_index', table: 'provenance_event', change: 'update provenance_event set log_index = log_index + 1' },
  { trigger: 'log_tile_only_grows',            table: 'log_tile',         change: `update log_tile set hashes = sha256(hashes)` },
  { trigger: 'log_tile_never_deleted',         table: 'log_tile',         change: 'delete from log_tile' },
  { trigger: 'log_checkpoint_append_only',     table: 'log_checkpoint',   change: 'update log_checkpoint set size = size + 1' },
  { trigger: 'payee_change_append_only',       table: 'payee_change',     change: 'delete from payee_change' },
  { trigger: 'invoice_registration_append_only', table: 'invoice_registration', change: `update invoice_registration set name = ''` },
  { trigger: 'setting_append_only',            table: 'setting',          change: 'delete from setting' },
  { trigger: 'role_change_append_only',        table: 'role_change',      change: 'delete from role_change' },
  { trigger: 'suspension_change_append_only',  table: 'suspension_change', change: 'delete from suspension_change' },
  { trigger: 'account_deletion_append_only',   table: 'account_deletion', change: 'delete from account_deletion' },
  { trigger: 'account_recovery_change_append_only', table: 'account_recovery_change', change: 'delete from account_recovery_change' },
  { trigger: 'issue_batch_kept',               table: 'issue_batch',      change: 'update issue_batch set copies = copies + 1' },
]

const dropStatement = ({ name, table }: Rule) => `
  do $$ begin
    if exists (select from pg_constraint where conname = '${name}' and conrelid = '${table}'::regclass)
    then alter table ${table} drop constraint ${name} cascade;
    else drop index ${name};
    end if;
  end $$`

/** The triggers that keep downloaded copies out of deals, and copies in deals from downloads. */
const DOWNLOAD_LOCKS = [
  ['listing_of_downloaded', 'listing'],
  ['rental_of_downloaded', 'rental'],
  ['coupon_of_downloaded', 'coupon'],
  ['trade_offer_of_downloaded', 'trade_offer'],
  ['serial_is_kept', 'serial'],
] as const

/** Keys that the fixtures of the test need, so they are dropped alone. */
const NEEDED = ['bank_account_pkey']

/** Removes each constraint and trigger. A batch is removed together, as each has its own test. */
export const databaseMutations = [
  ...rules.map((one) => ({ name: one.name, sql: dropStatement(one), batch: 'rules' })),
  ...keys.map((one) => ({
    name: one.name,
    sql: dropStatement(one),
    batch: NEEDED.includes(one.name) ? one.name : 'keys',
  })),
  ...protectedRows.map(({ trigger, table }) => ({
    name: trigger,
    sql: `alter table ${table} disable trigger ${trigger}`,
    batch: 'triggers',
  })),
]
  .map(({ name, ...rest }) => ({
    ...rest,
    name: `without ${name}`,
    title: NEEDED.includes(name) ? undefined : name,
    tests: 'test/database-rules.test.ts',
    only: 'every invalid state',
  }))
  .concat([
    ...DOWNLOAD_LOCKS.map(([trigger, table]) => ({
      name: `without ${trigger}`,
      title: undefined,
      batch: trigger,
      sql: `alter table ${table} disable trigger ${trigger}`,
      tests: 'src/media/downloads/download.test.ts',
      only: 'the database itself',
    })),
  ])
  .concat(
    [
      ['role_change_is_audited', 'role_change'],
      ['suspension_change_is_audited', 'suspension_change'],
      ['setting_is_audited', 'setting'],
      ['payout_update_is_audited', 'payout_update'],
      ['payout_export_is_audited', 'payout_export'],
      ['payee_change_is_audited', 'payee_change'],
    ].map(([trigger, table]) => ({
      name: `without ${trigger}`,
      title: undefined,
      batch: trigger!,
      sql: `alter table ${table} disable trigger ${trigger}`,
      tests: 'src/admin/audit/audit.test.ts',
      only: 'what administrators do',
    })),
    [
      {
        name: 'without keep_brand_address',
        title: undefined,
        batch: 'keep_brand_address',
        sql: 'alter table brand disable trigger keep_brand_address',
        tests: 'src/catalog/brand/brand.test.ts',
        only: 'BR-01',
      },
      {
        name: 'without account_deletion_is_audited',
        title: undefined,
        batch: 'account_deletion_is_audited',
        sql: 'alter table account_deletion disable trigger account_deletion_is_audited',
        tests: 'src/finance/account/deletion.test.ts',
        only: 'by its pseudonym',
      },
      {
        name: 'without account_recovery_change_is_audited',
        title: undefined,
        batch: 'account_recovery_change_is_audited',
        sql: 'alter table account_recovery_change disable trigger account_recovery_change_is_audited',
        tests: 'src/admin/users/recovery.test.ts',
        only: 'in the audit log',
      },
    ],
  )
  .concat({
    name: 'without brand_loses_badge',
    title: undefined,
    batch: 'brand_loses_badge',
    sql: 'alter table brand disable trigger brand_loses_badge',
    tests: 'src/admin/verifications/verification.test.ts',
    only: 'another name',
  })
  .concat({
    name: 'without verification_decision_is_audited',
    title: undefined,
    batch: 'verification_decision_is_audited',
    sql: 'alter table verification_decision disable trigger verification_decision_is_audited',
    tests: 'src/admin/verifications/verification.test.ts',
    only: 'grants',
  })
  .concat({
    name: 'without point_coupon_change_is_audited',
    title: undefined,
    batch: 'point_coupon_change_is_audited',
    sql: 'alter table point_coupon_change disable trigger point_coupon_change_is_audited',
    tests: 'src/sales/coupon/coupon.test.ts',
    only: 'audit log',
  })
  .concat({
    name: 'without campaign_change_is_audited',
    title: undefined,
    batch: 'campaign_change_is_audited',
    sql: 'alter table campaign_change disable trigger campaign_change_is_audited',
    tests: 'src/catalog/campaign/campaign.test.ts',
    only: 'audit log',
  })
  .concat({
    name: 'without moderation_decision_is_audited',
    title: undefined,
    batch: 'moderation_decision_is_audited',
    sql: 'alter table moderation_decision disable trigger moderation_decision_is_audited',
    tests: 'src/admin/moderation/moderation.test.ts',
    only: 'MO-04',
  })
  .concat(
    ['listing_is_counted', 'listing_is_counted_on'].map((trigger) => ({
      name: `without ${trigger}`,
      title: undefined,
      batch: trigger,
      sql: `alter table listing disable trigger ${trigger}`,
      tests: 'src/catalog/asset/catalog.test.ts',
      only: 'EN-02',
    })),
  )
  .concat({
    name: 'without serial_leaves_shelf',
    title: undefined,
    batch: 'serial_leaves_shelf',
    sql: 'alter table serial disable trigger serial_leaves_shelf',
    tests: 'src/sales/shelf/shelf.test.ts',
    only: 'bought again',
  })
