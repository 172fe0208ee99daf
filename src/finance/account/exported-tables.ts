import type { MessageKind } from '#src/catalog/moderation/report.shared.ts'

/** Some rows of a table: those that belong to an account by a column or a condition. */
export interface ExportedTable {
  /** The name of the file, without its ending. */
  file: string
  table: string
  /** The column that refers to the account. */
  of: string
  /** A condition for rows that have no such column themselves, for the account `$1`. */
  where?: string
  /** The columns, if a row also tells what concerns only other people. */
  columns?: readonly string[]
  /** Set if the account has received messages there: hidden ones are left out. */
  received?: MessageKind
}

/** Lists what a seller or creator may know of a purchase. */
const sold = [
  'id',
  'order_id',
  'kid',
  'number',
  'asset_token_id',
  'listing_id',
  'seller',
  'creator',
  'kind',
  'deal',
  'status',
  'price',
  'platform_fee',
  'royalty',
  'net',
  'created_at',
  'settled_at',
]
const mailbox = `in (select lower(email) from account where id = $1)`
const gift = [
  'id',
  'kid',
  'number',
  'asset_token_id',
  'from_name',
  'message',
  'recipient',
  'status',
  'created_at',
  'deliver_at',
  'expires_at',
  'ended_at',
]
const loan = [
  'id',
  'kid',
  'number',
  'asset_token_id',
  'from_name',
  'message',
  'borrower',
  'status',
  'created_at',
  'began_at',
  'ends_at',
  'ended_at',
]

/** Everything that is kept with an account's id, in the order of the files. */
// oxfmt-ignore
export const exportedTables: readonly ExportedTable[] = [
  { file: 'account', table: 'account', of: 'id' },
  { file: 'wallet', table: 'wallet', of: 'address', where: 'address = (select wallet_address from account where id = $1)' },
  { file: 'sessions', table: 'session', of: 'account_id', columns: ['id', 'user_agent', 'created_at', 'seen_at', 'expires_at'] },
  { file: 'sign_ins', table: 'sign_in', of: 'account_id' },
  { file: 'known_browsers', table: 'known_browser', of: 'account_id', columns: ['account_id', 'seen_at'] },
  { file: 'codes', table: 'sign_in_code', of: 'email', where: `lower(email) ${mailbox}`, columns: ['purpose', 'ip', 'created_at', 'expires_at', 'used_at', 'tries'] },
  { file: 'passkeys', table: 'passkey', of: 'account_id', columns: ['id', 'account_id', 'name', 'transports', 'created_at', 'used_at'] },
  { file: 'linked_wallets', table: 'linked_wallet', of: 'account_id' },
  { file: 'api_keys', table: 'api_key', of: 'account_id', columns: ['id', 'account_id', 'name', 'prefix', 'scopes', 'created_at', 'used_on', 'revoked_at'] },
  { file: 'webhooks', table: 'webhook', of: 'account_id' },
  { file: 'suspensions', table: 'suspension_change', of: 'account_id', columns: ['account_id', 'suspended', 'reason', 'at'] },
  { file: 'moves', table: 'account_recovery', of: 'account_id', columns: ['id', 'account_id', 'old_email', 'new_email', 'status', 'started_at', 'due_at', 'ended_at'] },
  { file: 'changes_of_moves', table: 'account_recovery_change', of: 'account_id', columns: ['account_id', 'action', 'how', 'reason', 'at'] },
  { file: 'deletion', table: 'account_deletion', of: 'account_id' },
  { file: 'role_changes', table: 'role_change', of: 'account_id' },
  { file: 'mails', table: 'mail', of: 'account_id' },
  { file: 'mail_choices', table: 'mail_choice', of: 'account_id' },
  { file: 'notification_schedule', table: 'notification_schedule', of: 'account_id' },
  { file: 'push_subscriptions', table: 'push_subscription', of: 'account_id', columns: ['id', 'account_id', 'user_agent', 'created_at'] },
  { file: 'push_choices', table: 'push_choice', of: 'account_id' },
  { file: 'gathered_mails', table: 'digest_line', of: 'account_id' },
  { file: 'notifications', table: 'notification', of: 'account_id', columns: ['id', 'account_id', 'message_id', 'kind', 'lang', 'subject', 'path', 'at', 'read_at'] },
  { file: 'following', table: 'follow', of: 'account_id' },
  { file: 'shelf', table: 'shelf', of: 'account_id' },
  { file: 'shelf_copies', table: 'shelf_copy', of: 'account_id' },
  { file: 'news', table: 'news', of: 'account_id' },
  { file: 'saved_searches', table: 'saved_search', of: 'account_id' },
  { file: 'search_matches', table: 'search_match', of: 'account_id' },
  { file: 'reports', table: 'moderation_report', of: 'account_id', where: `(account_id = $1 or email ${mailbox})` , columns: ['id', 'account_id', 'reason', 'text', 'lang', 'created_at'] },
  { file: 'hidden_after_reports', table: 'moderation_case', of: 'owner', where: `owner = $1 and status in ('hidden', 'appealed', 'restored')`, columns: ['id', 'number', 'of', 'thing_id', 'owner', 'status', 'opened_at', 'appeal', 'appealed_at'] },
  { file: 'copies', table: 'serial', of: 'owner' },
  { file: 'former_copies', table: 'holding', of: 'owner' },
  { file: 'purchases', table: 'purchase', of: 'buyer', columns: [...sold, 'buyer', 'card_amount', 'points_used', 'sales_used', 'rental_period_seconds', 'reference'] },
  { file: 'sales', table: 'purchase', of: 'seller', columns: sold },
  { file: 'royalties', table: 'purchase', of: 'creator', columns: sold },
  { file: 'draws', table: 'draw', of: 'buyer' },
  { file: 'rentals', table: 'rental', of: 'renter' },
  { file: 'listings', table: 'listing', of: 'seller' },
  { file: 'gifts_given', table: 'gift', of: 'giver', columns: [...gift, 'giver', 'email'] },
  { file: 'gifts_received', table: 'gift', of: 'recipient', columns: gift, received: 'gift' },
  { file: 'loans_given', table: 'loan', of: 'lender', columns: [...loan, 'lender', 'email'] },
  { file: 'loans_received', table: 'loan', of: 'borrower', columns: loan, received: 'loan' },
  { file: 'trade_offers_made', table: 'trade_offer', of: 'offeror' },
  { file: 'trade_offers_received', table: 'trade_offer', of: 'owner', received: 'trade_offer' },
  { file: 'trade_proposals', table: 'trade_proposal_side', of: 'account_id' },
  { file: 'wishes', table: 'wish', of: 'account_id' },
  { file: 'coupons', table: 'coupon', of: 'occupied_by', columns: ['id', 'batch_id', 'asset_token_id', 'status', 'occupied_by', 'occupied_at', 'used_at', 'expires_at', 'claimed_email'] },
  { file: 'coupon_tries', table: 'coupon_try', of: 'account_id' },
  { file: 'waiting_rooms', table: 'waiting_entry', of: 'account_id' },
  { file: 'allowlists', table: 'allowlist_person', of: 'account_id', where: `(account_id = $1 or (account_id is null and email ${mailbox}))` },
  { file: 'distributed_copies', table: 'distribution_copy', of: 'claimed_by' },
  { file: 'downloads', table: 'download', of: 'owner', columns: ['id', 'kid', 'number', 'asset_token_id', 'file', 'file_name', 'size', 'sha256', 'status', 'created_at', 'expires_at', 'ended_at'] },
  { file: 'playback_positions', table: 'playback_position', of: 'account_id' },
  { file: 'opened_extras', table: 'extra_opening', of: 'account_id' },
  { file: 'screenings', table: 'screening', of: 'host', columns: ['id', 'kid', 'number', 'asset_token_id', 'host', 'host_name', 'status', 'created_at', 'started_at', 'ended_at'] },
  { file: 'screenings_joined', table: 'screening_guest', of: 'account_id' },
  { file: 'screening_messages', table: 'screening_message', of: 'account_id' },
  { file: 'balances', table: 'ledger_account', of: 'account_id' },
  { file: 'ledger', table: 'ledger_transfer', of: 'account_id', where: `(debit in (select id from ledger_account where account_id = $1) or credit in (select id from ledger_account where account_id = $1))` },
  { file: 'payouts', table: 'payout', of: 'account_id' },
  { file: 'automatic_payouts', table: 'payout_auto', of: 'account_id' },
  { file: 'expiry_notices', table: 'lot_notice', of: 'account_id' },
  { file: 'withholding', table: 'payee', of: 'account_id' },
  { file: 'withholding_changes', table: 'payee_change', of: 'account_id', columns: ['account_id', 'at', 'from_withholding', 'to_withholding', 'reason'] },
  { file: 'invoice_registrations', table: 'invoice_registration', of: 'account_id' },
  { file: 'brands', table: 'brand', of: 'owner' },
  { file: 'verification_requests', table: 'verification_request', of: 'asked_by' },
  { file: 'seller_notices', table: 'seller_notice', of: 'changed_by' },
  { file: 'groups', table: 'title_group', of: 'owner' },
  { file: 'titles', table: 'asset', of: 'creator' },
  { file: 'uploads', table: 'upload', of: 'account_id' },
  { file: 'coupon_batches', table: 'coupon_batch', of: 'issuer' },
  { file: 'distributions', table: 'distribution', of: 'creator' },
  { file: 'free_rentals', table: 'free_rental', of: 'creator' },
  { file: 'states', table: 'event', of: 'actor' },
]

/** Columns that refer to an account and are not exported, each with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  'account_export.account_id': 'The export itself.',
  'bank_account.account_id': 'Kept encrypted. The file bank_account has it in the clear.',
  'request.account_id':
    'Replies of the last seven days, kept so that a repeated call gets the same one.',
  'account_deletion.asked_by': 'The person themselves. The file deletion has it.',
  'audit_log.account_id': 'What an administrator did, as one.',
  'nonce.account_id': 'Requests to a wallet of the last minutes.',
  'passkey_challenge.account_id': 'Requests to a device of the last minutes.',
  'suspension_change.changed_by': 'What an administrator did, as one.',
  'account_recovery.started_by': 'What an administrator did, as one.',
  'account_recovery_change.changed_by': 'What an administrator did, as one.',
  'moderation_decision.changed_by': 'What an administrator did, as one.',
  'verification_decision.changed_by': 'What an administrator did, as one.',
  'campaign_change.changed_by': 'What an administrator did, as one.',
  'point_coupon_change.changed_by': 'What an administrator did, as one.',
  'moderation_note.changed_by': 'What an administrator did, as one.',
  'role_change.changed_by': 'What an administrator did, as one.',
  'payee_change.changed_by': 'What an administrator did, as one.',
  'setting.changed_by': 'What an administrator did, as one.',
  'payout_update.asked_by': 'What an administrator did, as one.',
  'payout_export.asked_by': 'What an administrator did, as one.',
}
