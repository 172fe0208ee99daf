import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { changeDelayHours } from './change-delay.ts'

interface Facts {
  url: string
  hours: number
}
/** Returns the subject, the paragraph on the change, and the paragraph for a stolen account. */
type Words = (facts: Facts) => readonly [subject: string, what: string, notYou: string]

const words: Record<string, Words> = {
  en: ({ url, hours }) => [
    'Your bank account was changed',
    `A bank account for your payouts was registered or changed. After a change, payouts wait ${hours} hours.`,
    `If it was not you, sign out every other place under “Account settings”, register your own account again and write to us:\n${url}/account/settings\n${url}/contact`,
  ],
  ja: ({ url, hours }) => [
    '振込先口座が変更されました',
    `出金の振込先口座が登録または変更されました。変更した場合、変更から${hours}時間は出金を申請できません。`,
    `お心当たりがない場合は、「アカウント設定」で他の端末からログアウトし、口座を登録し直したうえで、すぐにご連絡ください。\n${url}/account/settings\n${url}/contact`,
  ],
}

/** Keeps the e-mail address at the time of the change, so a thief cannot redirect the mail. */
export const mailChange = job<{ account_id: string; email: string; changed_at: string }>(
  'bank.mail_change',
)

/** Mails a person that their bank account changed, without any detail of the account. */
export async function tellOfChange(
  ctx: Ctx,
  { account_id, email, changed_at }: { account_id: string; email: string; changed_at: string },
) {
  const { lang } = await ctx.db
    .selectFrom('account')
    .select('lang')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const write = words[lang] ?? words.en!
  const hours = changeDelayHours(await settingsOf(ctx.db))
  const [subject, ...paragraphs] = write({ url: ctx.config.publicUrl, hours })
  await ctx.integrations.mail.send({
    to: email,
    lang,
    subject,
    text: `${[...paragraphs, 'Renban'].join('\n\n')}\n`,
    messageId: `bank.${account_id}.${Date.parse(changed_at)}`,
  })
}
