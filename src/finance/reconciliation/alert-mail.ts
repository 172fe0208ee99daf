import type { Ctx } from '#core/context.ts'
import { log } from '#core/log.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { alertMail, Facts } from './alert-mail.shared.ts'
import { checkOf, differs, newestCheck, REFUNDS_TAKEN } from './checks.ts'
import type { Difference } from './invariants.ts'

const ROWS_SHOWN = 10

/**
 * Reads the mail to the operator about differences that the previous check did not have, so that each
 * is reported once. Returns undefined if there are none.
 */
export async function readAlert({ db }: Ctx, { id }: AboutOf<typeof alertMail>) {
  const check = await checkOf(db, id)
  const before = await newestCheck(db, check.kind, id)
  const fresh = newRowsIn(check.differences, before?.differences ?? [])
  if (fresh.length === 0) return undefined
  const { email } = (await settingsOf(db)).operator
  if (!email) {
    log('warn', 'the books differ, but the settings have no e-mail address of the operator')
    return undefined
  }
  const differences = fresh.map(({ sentence, rows }) => ({
    sentence,
    rows: rows.slice(0, ROWS_SHOWN).map((row) => JSON.stringify(row)),
    more: Math.max(0, rows.length - ROWS_SHOWN),
  }))
  const facts = { kind: kindOf(fresh), checked_at: check.checked_at, differences }
  return { id: `books.${id}`, to: email, account_id: null, lang: 'en', facts }
}

/** Returns the rows that the previous check did not have. A row that disappeared counts as new again. */
function newRowsIn(now: Difference[], before: Difference[]): Difference[] {
  const known = new Set(before.flatMap((one) => one.rows.map((row) => keyOf(one.sentence, row))))
  return now
    .map(({ sentence, rows }) => ({
      sentence,
      rows: rows.filter((row) => !known.has(keyOf(sentence, row))),
    }))
    .filter(({ rows }) => rows.length > 0)
}

// Both come from jsonb, which keeps an object's keys in a fixed order.
const keyOf = (sentence: string, row: object) => JSON.stringify([sentence, row])

/** Chooses the kind of alert. Differences in the books come first, since they hold payouts. */
function kindOf(differences: Difference[]): Facts['kind'] {
  if (differs({ differences })) return 'books'
  return differences[0]!.sentence === REFUNDS_TAKEN ? 'refund' : 'dispute'
}
