import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { type EnqueueOptions, enqueueAll, job } from '#core/jobs.ts'
import { unsubscribePath, wantsMail } from '#src/platform/notifications/mail-choice.ts'
import type { Topic } from '#src/platform/notifications/notification.shared.ts'
import { notify } from '#src/platform/notifications/notification.ts'
import type { MailKind } from './mail.shared.ts'

export const sendMail = job<MailJob>('mail.send')
export const purgeMails = job<object>('mail.purge')

interface MailJob {
  /** The name of the kind of mail. */
  mail: string
  about: unknown
}

/** A mail that is ready to be written: whom it goes to, and the facts in its text. */
export interface Letter<Facts extends object = object> {
  /** The message id. It identifies the mail, so that a repeated job does not send it again. */
  id: string
  to: string
  /** The account of the recipient; null if the recipient is known by address only. */
  account_id: string | null
  lang: string
  facts: Facts
  /** The part of the subject that must not be recorded. */
  secret?: string
}

/** A kind of mail with the function that reads its letter. */
export interface Mail {
  name: string
  samples: Record<string, object>
  topic: Topic | undefined
  read: (ctx: Ctx, about: never) => Promise<Letter | undefined>
}

const DAY = 86_400
const KEPT_DAYS = 180
const KEPT_DAYS_WITHOUT_ACCOUNT = 2 // as long as the requests for codes

/**
 * Connects a kind of mail with the function that reads its letter when it is sent. The function
 * returns undefined if there is nothing left to tell.
 */
export const defineMail = <About, Facts extends object>(
  { name, samples, topic }: MailKind<About, Facts>,
  read: (ctx: Ctx, about: About) => Promise<Letter<Facts> | undefined>,
): Mail => ({ name, samples, topic, read })

/** Enqueues one mail for each `about`, in the caller's transaction. */
export function enqueueMails<About, Facts>(
  tx: Tx,
  { name }: MailKind<About, Facts>,
  abouts: About[],
  when?: EnqueueOptions,
) {
  const payloads = abouts.map((about) => ({ mail: name, about }))
  return enqueueAll(tx, sendMail, payloads, when)
}

/** Returns the action that notifies and sends mails of the given kinds, each once, and records them. */
export function mailSender(mails: Mail[]) {
  const byName = new Map(mails.map((mail) => [mail.name, mail]))
  return async (ctx: Ctx, { mail, about }: MailJob) => {
    const known = byName.get(mail)
    if (!known) throw new Error(`no mail is called ${mail}`) // tried again: a newer server knows it
    const letter = await known.read(ctx, about as never)
    if (!letter || (await isDeleted(ctx.db, letter.account_id))) return
    if (!(await isSent(ctx.db, letter.id))) await send(ctx, known, letter)
  }
}

/** Notifies the recipient in the app, and sends the mail unless they have switched its topic off. */
async function send(ctx: Ctx, { name: template, topic }: Mail, letter: Letter) {
  const { id, to, account_id, facts, secret } = letter
  const { publicUrl, secret: key } = ctx.config
  const subscription = topic && account_id !== null ? { account_id, topic } : undefined
  const unsubscribe = subscription && unsubscribePath(key, subscription)
  const input = { lang: letter.lang, publicUrl, facts, unsubscribe }
  const { lang, path, ...parts } = await ctx.texts.mail(template, input)
  if (account_id !== null && path !== undefined)
    await notify(ctx, {
      ...{ account_id, message_id: id, kind: template, lang, path },
      subject: parts.subject,
    })
  if (subscription && !(await wantsMail(ctx.db, subscription))) return
  await ctx.integrations.mail.send({
    ...{ to, lang, messageId: id, ...parts },
    ...(unsubscribe && { unsubscribe: publicUrl + unsubscribe }),
  })
  await ctx.db
    .insertInto('mail')
    .values({
      message_id: id,
      template,
      account_id,
      recipient: to,
      lang,
      subject: secret ? parts.subject.replaceAll(secret, '•') : parts.subject,
      sent_at: ctx.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Tells if the recipient has deleted their account since the mail was enqueued. */
async function isDeleted(db: Db, account_id: string | null): Promise<boolean> {
  if (account_id === null) return false
  const query = db.selectFrom('account').select('id').where('id', '=', account_id)
  return (await query.where('deleted_at', 'is not', null).executeTakeFirst()) !== undefined
}

async function isSent(db: Db, message_id: string): Promise<boolean> {
  const query = db.selectFrom('mail').select('sent_at').where('message_id', '=', message_id)
  return (await query.executeTakeFirst()) !== undefined
}

/** Reads where and in which language to write to a person. */
export async function recipientOf(db: Db, account_id: string) {
  const { email, lang } = await db
    .selectFrom('account')
    .select(['email', 'lang'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return { to: email, account_id, lang }
}

/**
 * Deletes the records of old mails. Those without an account, such as mails with a code, are deleted
 * after two days, because anybody can request a code for any address.
 */
export async function purge({ db, now }: Ctx) {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY).toISOString()
  await db
    .deleteFrom('mail')
    .where((mail) =>
      mail.or([
        mail('sent_at', '<', daysAgo(KEPT_DAYS)),
        mail.and([
          mail('account_id', 'is', null),
          mail('sent_at', '<', daysAgo(KEPT_DAYS_WITHOUT_ACCOUNT)),
        ]),
      ]),
    )
    .execute()
}
