import { formatDay } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { yen } from '#core/money.ts'
import { payoutOf } from './payout.ts'

type Status = 'reserved' | 'canceled' | 'processed' | 'failed' | 'failed_and_charged'
type Words = Record<Status, readonly [subject: string, text: string]> & { withheld: string }

// %a: amount requested, %s: amount sent to the bank, %w: tax withheld, %f: fee, %d: expected day of
// arrival, %r: reason.
// oxfmt-ignore
const words: Record<string, Words> = {
  en: {
    reserved: ['Payout of %a asked for', 'We have set %a and the fee of %f aside. %s should be in your bank account on %d. You can cancel it until the end of this month, Japan time. If this was not you, cancel it and write to us.'],
    canceled: ['Payout of %a canceled', 'The amount and the fee are back in your sales balance.'],
    processed: ['%s is on its way to your bank account', 'We paid %s out. The fee was %f.'],
    failed: ['Your payout of %a failed', 'The amount and the fee are back in your sales balance.\n\nReason: %r\n\nCheck your bank account, then request the payout again.'],
    failed_and_charged: ['Your payout of %a failed', 'The amount is back in your sales balance. The fee of %f was kept, as the bank charged it.\n\nReason: %r\n\nCheck your bank account, then request the payout again.'],
    withheld: 'Amount %a − income tax withheld %w = %s to your bank account.',
  },
  ja: {
    reserved: ['%a の出金申請を受け付けました', '%a と手数料 %f をお預かりしました。%s の入金予定日は %d です。今月末（日本時間）までは取り消せます。お心当たりがない場合は、申請を取り消してご連絡ください。'],
    canceled: ['%a の出金申請を取り消しました', '出金額と手数料は売上残高に戻りました。'],
    processed: ['%s を振り込みました', '登録済みの振込先口座へ %s を振り込みました。出金手数料は %f です。'],
    failed: ['%a の振込ができませんでした', '出金額と手数料は売上残高に戻りました。\n\n理由：%r\n\n振込先口座をご確認のうえ、もう一度申請してください。'],
    failed_and_charged: ['%a の振込ができませんでした', '出金額は売上残高に戻りました。銀行で手数料が発生したため、手数料 %f は戻りません。\n\n理由：%r\n\n振込先口座をご確認のうえ、もう一度申請してください。'],
    withheld: '出金額 %a − 源泉徴収税額 %w = 振込額 %s',
  },
}

/** Mails the owner about a step. Payout and status identify the mail, so a retry is not a second one. */
export async function mailOwner(ctx: Ctx, { id, status }: { id: string; status: string }) {
  const { lang, email } = await ctx.db
    .selectFrom('payout')
    .innerJoin('account', 'account.id', 'payout.account_id')
    .select(['payout.lang', 'account.email'])
    .where('payout.id', '=', id)
    .executeTakeFirstOrThrow()
  const payout = await payoutOf(ctx, id)
  const said = words[lang] ?? words.en!
  const [subject, text] = said[status as Status]
  const isToBank = status === 'reserved' || status === 'processed'
  const paragraphs = [text, ...(isToBank && payout.withheld > 0 ? [said.withheld] : [])]
  const fill = (line: string) =>
    line
      .replaceAll('%a', yen(payout.amount))
      .replaceAll('%s', yen(payout.sent))
      .replaceAll('%w', yen(payout.withheld))
      .replaceAll('%f', yen(payout.fee))
      .replaceAll('%d', formatDay(lang, payout.expected_on))
      .replaceAll('%r', () => payout.error_messages.join('\n'))
  await ctx.integrations.mail.send({
    to: email,
    lang,
    messageId: `payout.${id}.${status}`,
    subject: fill(subject),
    text: `${paragraphs.map(fill).join('\n\n')}\n\n${ctx.config.publicUrl}/payout\n\nRenban\n`,
  })
}
