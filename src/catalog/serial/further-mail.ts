import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'

export const mailIssue = job<Told>('serial.mail_issue')

interface Told {
  kid: string
  n: number
  account_id: string
}
interface Facts {
  title: string
  first: number
  last: number
  copies: number
  edition: number
  mine: string
}
interface Words {
  subject: (facts: Facts) => string
  text: (facts: Facts) => string
}

const words: Record<string, Words> = {
  en: {
    subject: ({ title, copies }) =>
      copies === 1 ? `One more copy of “${title}”` : `${copies} more copies of “${title}”`,
    text: ({ title, first, last, edition, mine }) =>
      `Its creator issued ${first === last ? `No. ${first}` : `No. ${first} to ${last}`} of “${title}”. The edition now has ${edition} copies.\n\nYour number stays yours: ${mine}.`,
  },
  ja: {
    subject: ({ title, copies }) => `「${title}」が${copies}部追加で発行されました`,
    text: ({ title, first, last, edition, mine }) =>
      `クリエイターが「${title}」の ${first === last ? `No. ${first}` : `No. ${first}～${last}`} を追加で発行しました。発行数は合計${edition}部になりました。\n\nお持ちの番号は変わりません：${mine}`,
  },
}

const NAMED = 12

/** Mails an owner about a further issue. A repeat of the job sends the same message id. */
export async function mailOwner(ctx: Ctx, { kid, n, account_id }: Told) {
  const { lang, email } = await ctx.db
    .selectFrom('account')
    .select(['lang', 'email'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const facts = await factsFor(ctx, { kid, n, account_id })
  const { subject, text } = words[lang] ?? words.en!
  await ctx.integrations.mail.send({
    to: email,
    lang,
    messageId: `issue.${kid}.${n}.${account_id}`,
    subject: subject(facts),
    text: `${text(facts)}\n\n${ctx.config.publicUrl}/asset/${kid}\n\nRenban\n`,
  })
}

async function factsFor({ db }: Ctx, { kid, n, account_id }: Told): Promise<Facts> {
  const { title, first, copies, start } = await db
    .selectFrom('issue_batch')
    .innerJoin('asset', 'asset.kid', 'issue_batch.kid')
    .select(['asset.title', 'issue_batch.first_number as first', 'copies'])
    .select('asset.first_number as start')
    .where('issue_batch.kid', '=', kid)
    .where('n', '=', n)
    .executeTakeFirstOrThrow()
  const serials = await db
    .selectFrom('serial')
    .select('number')
    .where('kid', '=', kid)
    .where('owner', '=', account_id)
    .orderBy('number')
    .limit(NAMED + 1)
    .execute()
  const named = serials.slice(0, NAMED).map(({ number }) => `No. ${number}`)
  const mine = [...named, ...(serials.length > NAMED ? ['…'] : [])].join(', ')
  const last = first + copies - 1
  return { title, first, last, copies, edition: last - start + 1, mine }
}
