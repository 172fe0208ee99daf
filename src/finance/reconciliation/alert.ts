import type { Ctx } from '#core/context.ts'
import { log } from '#core/log.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { checkOf, differs, newestCheck, REFUNDS_TAKEN } from './checks.ts'
import type { Difference } from './invariants.ts'

const ROWS_SHOWN = 10

/**
 * Mails the operator the differences that the previous check did not have, so each is reported once.
 * The check identifies the mail, so a retry is not a second one.
 */
export async function mailOperator(ctx: Ctx, { id }: { id: number }) {
  const check = await checkOf(ctx.db, id)
  const before = await newestCheck(ctx.db, check.kind, id)
  const fresh = newRowsIn(check.differences, before?.differences ?? [])
  if (fresh.length === 0) return
  const { email } = (await settingsOf(ctx.db)).operator
  if (!email)
    return log('warn', 'the books differ, but the settings have no e-mail address of the operator')
  await ctx.integrations.mail.send({
    to: email,
    ...letterFor(fresh)(check.checked_at, listOf(fresh)),
    messageId: `books.${id}`,
  })
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

function listOf(differences: Difference[]): string {
  const list = differences.map(({ sentence, rows }) => {
    const shown = rows.slice(0, ROWS_SHOWN).map((row) => `    ${JSON.stringify(row)}`)
    const more = rows.length > ROWS_SHOWN ? [`    … ${rows.length - ROWS_SHOWN} more`] : []
    return [`- Not true: ${sentence}`, ...shown, ...more].join('\n')
  })
  return list.join('\n')
}

/** Chooses the mail. Differences in the books come first, since they hold payouts. */
function letterFor(differences: Difference[]) {
  if (differs({ differences })) return heldMail
  return differences[0]!.sentence === REFUNDS_TAKEN ? refundMail : disputeMail
}

const refundMail = (checked_at: string, list: string) => ({
  subject: 'Renban: a refund failed / 返金が完了しませんでした',
  text: `The check of ${checked_at} found that the bank of a card did not take a refund:

${list}

The money is with the card provider, and our books owe it to the buyer. Refund it once more at the provider's desk: we find that within ten minutes. /admin/disputes names the buyers. Payouts go on.

${checked_at} の検査で、カードの発行銀行が返金を受け付けなかったことが分かりました。代金はカード決済会社に残っており、帳簿上は購入者への未払いとなっています。決済会社の管理画面でもう一度返金してください。10分以内に反映されます。購入者は /admin/disputes で確認できます。振込は続けられます。

Renban
`,
})

const disputeMail = (checked_at: string, list: string) => ({
  subject: 'Renban: a card payment is disputed / カード決済に異議申し立てがありました',
  text: `The comparison of ${checked_at} found what none before it had:

${list}

Answer it at the card provider. Nothing in the books changes by it, and payouts go on.

${checked_at} の照合で、カード決済への新しい異議申し立てが見つかりました。カード会社の管理画面で対応してください。帳簿に変更はなく、振込は続けられます。

Renban
`,
})

const heldMail = (checked_at: string, list: string) => ({
  subject: 'Renban: the books differ, payouts are held / 帳簿の不一致により振込を停止しました',
  text: `The check of ${checked_at} found what no check before it had:

${list}

No payout leaves until a check finds nothing. \`npm run books\` shows where the books stand.

${checked_at} の検査で、帳簿に新しい不一致が見つかりました。不一致が解消されるまで、振込は行われません。\`npm run books\` で現在の状態を確認できます。

Renban
`,
})
