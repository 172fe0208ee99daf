/** Rows, by SQL in which $1 is the account, $2 its e-mail and $3 its pseudonym. */
interface Deleted {
  table: string
  where: string
}
interface Cleared extends Deleted {
  set: Record<string, string>
}
interface Kept {
  table: string
  columns: readonly string[]
  reason: string
}

/** Rows that a deletion of an account deletes. */
// oxfmt-ignore
export const deletedRows: readonly Deleted[] = [
  { table: 'session', where: 'account_id = $1' },
  { table: 'known_browser', where: 'account_id = $1' },
  { table: 'sign_in', where: 'account_id = $1' },
  { table: 'sign_in_code', where: 'lower(email) = lower($2)' },
  { table: 'account_recovery', where: 'account_id = $1 or lower($2) in (lower(old_email), lower(new_email))' },
  { table: 'passkey', where: 'account_id = $1' },
  { table: 'passkey_challenge', where: 'account_id = $1' },
  { table: 'linked_wallet', where: 'account_id = $1' },
  { table: 'nonce', where: 'account_id = $1' },
  { table: 'api_key', where: 'account_id = $1' },
  { table: 'webhook', where: 'account_id = $1' }, // with its messages
  { table: 'wallet_key', where: 'address = (select wallet_address from account where id = $1)' },
  { table: 'request', where: 'account_id = $1' },
  { table: 'mail', where: 'account_id = $1 or lower(recipient) = lower($2)' },
  { table: 'mail_choice', where: 'account_id = $1' },
  { table: 'notification_schedule', where: 'account_id = $1' },
  { table: 'push_subscription', where: 'account_id = $1' },
  { table: 'push_choice', where: 'account_id = $1' },
  { table: 'digest_line', where: 'account_id = $1' },
  { table: 'notification', where: 'account_id = $1' },
  { table: 'follow', where: 'account_id = $1' },
  { table: 'news', where: 'account_id = $1' },
  { table: 'saved_search', where: 'account_id = $1' },
  { table: 'search_match', where: 'account_id = $1' },
  { table: 'wish', where: 'account_id = $1' },
  { table: 'shelf_copy', where: 'account_id = $1' },
  { table: 'shelf', where: 'account_id = $1' },
  { table: 'coupon_try', where: 'account_id = $1' },
  { table: 'allowlist_person', where: 'account_id = $1 or (account_id is null and email = lower($2))' },
  { table: 'playback_position', where: 'account_id = $1' },
  { table: 'extra_opening', where: 'account_id = $1' },
  { table: 'screening_message', where: 'account_id = $1' },
  { table: 'verification_request', where: 'asked_by = $1' },
  { table: 'seller_notice', where: 'changed_by = $1' },
  { table: 'bank_account', where: 'account_id = $1' },
  { table: 'payout_auto', where: 'account_id = $1' },
  { table: 'lot_notice', where: 'account_id = $1' },
  { table: 'account_export', where: 'account_id = $1' },
]

/** Columns that a deletion clears in rows that stay. The row of the account is erased by `eraseAccount`. */
// oxfmt-ignore
export const clearedColumns: readonly Cleared[] = [
  { table: 'wallet', set: { email: 'null' }, where: 'address = (select wallet_address from account where id = $1)' },
  { table: 'gift', set: { from_name: '$3', message: `''` }, where: 'giver = $1' },
  { table: 'gift', set: { email: 'null', mailed_again: '0', mailed_again_at: 'null' }, where: 'lower(email) = lower($2) or recipient = $1' },
  { table: 'loan', set: { from_name: '$3', message: `''` }, where: 'lender = $1' },
  { table: 'loan', set: { email: 'null' }, where: 'lower(email) = lower($2) or borrower = $1' },
  { table: 'trade_offer', set: { message: `''` }, where: 'offeror = $1' },
  { table: 'screening', set: { host_name: '$3' }, where: 'host = $1' },
  { table: 'screening_guest', set: { name: '$3' }, where: 'account_id = $1' },
  { table: 'moderation_report', set: { email: 'null' }, where: 'lower(email) = lower($2)' },
  { table: 'moderation_report', set: { quoted: 'null' }, where: `case_id in (select id from moderation_case where owner = $1 and status not in ('open', 'appealed'))` },
  { table: 'coupon', set: { claimed_email: `$3 || '@deleted.invalid'` }, where: 'lower(claimed_email) = lower($2)' },
]

const REGISTER = 'The register of copies and deals, under the pseudonym.'
const BOOKS = 'Bookkeeping, which the law wants for seven years.'
const TAX = 'Tax records, which the law wants for seven years.'
const ADMINISTRATION = 'What administrators did and decided.'
const WORKS = 'Works and offers of creators, who cannot delete their account while they have any.'
const NOBODY = 'It says nothing about a person.'

/**
 * Columns with text that stay, each with the reason, and tables that refer to accounts by ids alone. What
 * is neither here nor erased above fails a test.
 */
// oxfmt-ignore
export const keptColumns: readonly Kept[] = [
  { table: 'account', columns: ['wallet_address', 'role'], reason: REGISTER },
  { table: 'account_deletion', columns: [], reason: 'The deletion itself.' },
  { table: 'wallet', columns: ['address'], reason: REGISTER },
  { table: 'provenance_event', columns: ['kind', 'leaf', 'hash', 'salt', 'status'], reason: REGISTER },
  { table: 'provenance_head', columns: ['hash'], reason: REGISTER },
  { table: 'log_tile', columns: ['hashes'], reason: REGISTER },
  { table: 'log_checkpoint', columns: ['root', 'verifier_key', 'note'], reason: REGISTER },
  { table: 'event', columns: ['by', 'subject', 'act', 'from_status', 'to_status'], reason: REGISTER },
  { table: 'serial', columns: [], reason: REGISTER },
  { table: 'holding', columns: [], reason: REGISTER },
  { table: 'listing', columns: ['kind', 'status'], reason: REGISTER },
  { table: 'rental', columns: ['status'], reason: REGISTER },
  { table: 'draw', columns: ['group_name', 'seed', 'client_seed', 'lots'], reason: 'Anyone can check the draw with them.' },
  { table: 'gift', columns: ['lang', 'status'], reason: REGISTER },
  { table: 'loan', columns: ['lang', 'status'], reason: REGISTER },
  { table: 'trade_offer', columns: ['status', 'top_up_by'], reason: REGISTER },
  { table: 'trade_proposal', columns: ['status', 'ring_key'], reason: REGISTER },
  { table: 'trade_proposal_side', columns: [], reason: REGISTER },
  { table: 'waiting_entry', columns: ['status', 'lang'], reason: 'Anyone can check the order of a waiting room with them.' },
  { table: 'distribution_copy', columns: [], reason: REGISTER },
  { table: 'coupon', columns: ['code_hash', 'status', 'claimed_from'], reason: REGISTER },
  { table: 'download', columns: ['file', 'status', 'storage_key', 'file_name', 'mime', 'sha256', 'receipt'], reason: 'Files that left with a signed receipt, which names a wallet address.' },
  { table: 'screening', columns: ['code_hash', 'status'], reason: REGISTER },
  { table: 'screening_guest', columns: [], reason: REGISTER },
  { table: 'purchase', columns: ['status', 'kind', 'lang', 'checkout_id', 'checkout_url', 'payment_intent', 'refund_id', 'deal'], reason: BOOKS },
  { table: 'ledger_account', columns: ['kind'], reason: BOOKS },
  { table: 'ledger_transfer', columns: ['reason'], reason: BOOKS },
  { table: 'card_event', columns: ['id', 'type', 'checkout_id', 'payment_intent'], reason: BOOKS },
  { table: 'dispute', columns: ['provider_id', 'status', 'reason'], reason: BOOKS },
  { table: 'payout', columns: ['month', 'status', 'bank', 'kek_id', 'wrapped', 'sealed', 'lang', 'sent_on', 'reason'], reason: `${BOOKS} The account of each transfer is encrypted.` },
  { table: 'payee', columns: ['withholding'], reason: TAX },
  { table: 'payee_change', columns: ['from_withholding', 'to_withholding', 'reason'], reason: TAX },
  { table: 'invoice_registration', columns: ['number', 'name', 'valid_from', 'ended_on'], reason: TAX },
  { table: 'role_change', columns: ['from_role', 'to_role', 'reason'], reason: ADMINISTRATION },
  { table: 'suspension_change', columns: ['reason'], reason: ADMINISTRATION },
  { table: 'account_recovery_change', columns: ['action', 'how', 'reason'], reason: ADMINISTRATION },
  { table: 'setting', columns: ['value', 'reason'], reason: ADMINISTRATION },
  { table: 'payout_export', columns: ['month', 'format'], reason: ADMINISTRATION },
  { table: 'unused_points', columns: ['day'], reason: ADMINISTRATION },
  { table: 'payout_update', columns: ['ending', 'reason', 'outcomes'], reason: ADMINISTRATION },
  { table: 'moderation_case', columns: ['of', 'status', 'appeal'], reason: ADMINISTRATION },
  { table: 'verification_decision', columns: ['decision', 'reason'], reason: ADMINISTRATION },
  { table: 'moderation_decision', columns: ['decision', 'reason'], reason: ADMINISTRATION },
  { table: 'campaign_change', columns: ['slug', 'words_sha256', 'picture', 'picture_change'], reason: ADMINISTRATION },
  { table: 'point_coupon_change', columns: ['name', 'action'], reason: ADMINISTRATION },
  { table: 'moderation_note', columns: ['text'], reason: ADMINISTRATION },
  { table: 'moderation_report', columns: ['lang', 'asked_from', 'reason', 'text'], reason: 'What was reported, until its case is decided and after, under the pseudonym.' },
  { table: 'audit_log', columns: ['action', 'facts', 'hash'], reason: ADMINISTRATION },
  { table: 'brand', columns: ['name', 'account', 'description', 'hero_picture'], reason: WORKS },
  { table: 'brand_address', columns: ['account'], reason: WORKS },
  { table: 'reading', columns: ['text', 'kana'], reason: WORKS },
  { table: 'title_group', columns: ['encrypted_id', 'name', 'description', 'cover_picture'], reason: WORKS },
  { table: 'asset', columns: ['title', 'description', 'credits', 'asset_type', 'media_type', 'obi', 'poster', 'trailer', 'metadata', 'chapters'], reason: WORKS },
  { table: 'upload', columns: ['status', 'step', 'failure', 'failure_params', 'subtitles', 'subtitle_languages', 'of', 'listing_failure', 'listing_failure_params', 'cut_files', 'film'], reason: WORKS },
  { table: 'upload_file', columns: ['role', 'file_name', 'mime', 'md5', 'storage_key', 'multipart_id'], reason: WORKS },
  { table: 'film_part', columns: ['tracks'], reason: WORKS },
  { table: 'rendition', columns: ['of', 'name', 'media_index', 'sound_language'], reason: WORKS },
  { table: 'replacement', columns: ['what', 'language', 'of'], reason: WORKS },
  { table: 'issue_batch', columns: ['title', 'description'], reason: WORKS },
  { table: 'extra', columns: ['kind', 'name', 'note', 'status', 'file'], reason: WORKS },
  { table: 'content_key', columns: ['track', 'kek_id', 'wrapped', 'sealed'], reason: WORKS },
  { table: 'allowlist', columns: ['name'], reason: WORKS },
  { table: 'coupon_batch', columns: ['name'], reason: WORKS },
  { table: 'distribution', columns: ['status', 'lang'], reason: WORKS },
  { table: 'free_rental', columns: ['status', 'lang'], reason: WORKS },
  { table: 'campaign', columns: ['slug', 'words', 'hero_picture'], reason: NOBODY },
  { table: 'waiting_room', columns: ['address', 'seed', 'entries_hash', 'ending'], reason: NOBODY },
  { table: 'books_check', columns: ['kind', 'differences'], reason: NOBODY },
  { table: 'currency_rate', columns: ['day', 'currency', 'source'], reason: NOBODY },
  { table: 'migration', columns: ['name'], reason: NOBODY },
  { table: 'worker_lease', columns: ['worker_id', 'process'], reason: NOBODY },
  { table: 'webhook_message', columns: ['event', 'data', 'failure'], reason: 'Deleted with its webhook. Those of others name nobody.' },
]
