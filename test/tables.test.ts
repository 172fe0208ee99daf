import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type SourceFile, files, type SourceFunction, moduleOf } from './source.ts'

/** Names the module that writes each table. Any module may read it. */
const modules: Record<string, string[]> = {
  core: ['request', 'event', 'worker_lease', 'migration'],
  'platform/settings': ['setting'],
  'platform/currency': ['currency_rate'],
  'platform/mail': ['mail'],
  'platform/notifications': [
    'notification',
    'mail_choice',
    'notification_schedule',
    'digest_line',
    'push_subscription',
    'push_choice',
  ],
  'studio/webhooks': ['webhook', 'webhook_message', 'webhooks_told'],
  'sales/sold': ['sellers_told'],
  'accounts/wallet': ['wallet', 'wallet_key'],
  'accounts/account': [
    'account',
    'nonce',
    'sign_in_code',
    'session',
    'role_change',
    'passkey',
    'passkey_challenge',
    'linked_wallet',
    'suspension_change',
    'account_deletion',
  ],
  'accounts/api-key': ['api_key'],
  'accounts/recovery': ['account_recovery', 'account_recovery_change'],
  'accounts/known-browser': ['known_browser'],
  'accounts/sign-in-history': ['sign_in'],
  'admin/audit': ['audit_log'],
  ledger: ['ledger_account', 'ledger_transfer'],
  'finance/payout': [
    'payout',
    'payout_update',
    'payout_export',
    'payout_auto',
    'payee',
    'payee_change',
    'lot_notice',
  ],
  'finance/account': ['account_export'],
  'finance/bank-account': ['bank_account'],
  'catalog/brand': ['brand', 'brand_address', 'verification_request', 'verification_decision'],
  'catalog/seller-notice': ['seller_notice'],
  'catalog/reading': ['reading'],
  'catalog/follow': ['follow', 'news'],
  'catalog/moderation': [
    'moderation_case',
    'moderation_report',
    'moderation_decision',
    'moderation_note',
  ],
  'catalog/asset': ['asset', 'asset_offer'],
  'catalog/campaign': ['campaign', 'campaign_change', 'campaign_title', 'campaign_group'],
  'catalog/group': ['title_group', 'group_content'],
  'catalog/serial': ['serial', 'holding', 'issue_batch'],
  'catalog/provenance': ['provenance_head', 'provenance_event', 'log_tile', 'log_checkpoint'],
  'media/upload': ['upload', 'upload_file', 'film_part', 'rendition'],
  'media/playback': ['content_key', 'playback_position'],
  'media/downloads': ['download'],
  'media/screening': ['screening', 'screening_guest', 'screening_message'],
  'media/replacements': ['replacement'],
  'media/extras': ['extra', 'extra_opening'],
  'sales/listing': ['listing'],
  'sales/market': ['saved_search', 'search_match', 'searches_told'],
  'catalog/allowlist': ['allowlist', 'allowlist_copy', 'allowlist_person'],
  'sales/purchase': ['purchase', 'card_event'],
  'catalog/rental-period': ['rental'],
  'catalog/free-rental': ['free_rental'],
  'catalog/gift': ['gift'],
  'catalog/loan': ['loan'],
  'catalog/distribution': ['distribution', 'distribution_copy'],
  'sales/draw': ['draw'],
  'sales/waiting-room': ['waiting_room', 'waiting_entry'],
  'finance/dispute': ['dispute'],
  'finance/unused-points': ['unused_points'],
  'finance/receipt': ['invoice_registration'],
  'finance/reconciliation': ['books_check'],
  'sales/trade-offer': ['trade_offer', 'trade_proposal', 'trade_proposal_side'],
  'sales/shelf': ['shelf', 'shelf_copy'],
  'sales/wish': ['wish'],
  'sales/coupon': ['coupon', 'coupon_batch', 'coupon_try', 'point_coupon_change'],
}
const owner = new Map(
  Object.entries(modules).flatMap(([module, tables]) =>
    tables.map((table) => [table, module] as const),
  ),
)
const ownerOf = (path: string) => moduleOf(path) ?? path.split('/')[1]!
const program = files.filter(({ isTest }) => !isTest)

// Matches writes by the query builder, by SQL text and by transitions.
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|delete from) (\w+)|\bupdate (\w+)\s+set\b|\b(?:insertWithEvent|transition|transitionAll)\(\s*tx,\s*(\w+Transitions)/g
const TRANSITIONS = /^export const (\w+Transitions) = \{\n {2}table: '(\w+)'/gm
const moved = new Map(
  files.flatMap(({ text }) =>
    [...text.matchAll(TRANSITIONS)].map(([, transitions, table]) => [transitions!, table!]),
  ),
)

test('each table belongs to one module', () => {
  const made = globSync('db/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
      ([, table]) => table!,
    ),
  )
  deepEqual(new Set(owner.keys()), new Set([...made, 'migration']))
})

test('a table is written in its own module only', () => {
  const broken = program.flatMap(({ path, text }) =>
    [...text.matchAll(WRITE)]
      .map((hit) => hit.slice(1).find(Boolean)!)
      .map((named) => moved.get(named) ?? named)
      .filter((table) => owner.get(table) !== ownerOf(path))
      .map((table) => `${path} writes ${table}`),
  )
  deepEqual(broken, [])
})

test('an action opens the one transaction, and a step never does', () => {
  const opens = ({ text }: SourceFunction) => /\b(inTx|once)\(/.test(text)
  const openers = new Set(
    program.flatMap(({ path, functions }) =>
      functions.filter(opens).map(({ name }) => `${path} ${name}`),
    ),
  )
  const steps = program.flatMap(({ path, functions }) =>
    functions
      .filter(({ firstParameter }) => firstParameter === 'tx')
      .map((step) => ({ path, step })),
  )
  deepEqual(
    steps.filter(({ step }) => opens(step)).map(({ path, step }) => `${path} ${step.name}`),
    [],
  )

  const nested = program.flatMap((file) =>
    file.functions.flatMap(({ name, text }) =>
      insideTransactions(text)
        .flatMap((inside) => [...inside.matchAll(/(?<![.\w])(\w+)\(/g)])
        .map(([, called]) => called!)
        .filter((called) => openers.has(`${homeOf(file, called)} ${called}`))
        .map((called) => `${file.path} ${name} calls ${called}`),
    ),
  )
  deepEqual(nested, [])
})

/** Returns the file that exports a name imported by another file. */
const homeOf = ({ path, imports }: SourceFile, name: string) =>
  imports.find(({ names }) => names.includes(name))?.path ?? path

/** Returns the arguments of each `inTx(…)` and `once(…)`. */
function insideTransactions(text: string): string[] {
  return [...text.matchAll(/\b(?:inTx|once)\(/g)].map(({ index, 0: begin }) => {
    const from = index + begin.length
    let depth = 1
    let to = from
    for (; depth > 0 && to < text.length; to++) {
      if (text[to] === '(') depth++
      if (text[to] === ')') depth--
    }
    return text.slice(from, to)
  })
}
