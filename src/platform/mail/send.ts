import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { failpoint } from '#core/failpoint.ts'
import { enqueue, type EnqueueOptions, enqueueAll, job } from '#core/jobs.ts'
import { hold } from '#src/platform/notifications/digest-line.ts'
import { unsubscribePath } from '#src/platform/notifications/mail-choice.ts'
import type { Schedule, Topic } from '#src/platform/notifications/notification.shared.ts'
import { notify } from '#src/platform/notifications/notification.ts'
import {
  dueAt,
  isMailTopic,
  isUrgent,
  mailChoice,
  quietUntil,
  USUAL_SCHEDULE,
} from '#src/platform/notifications/preferences.ts'
import type { Retell } from '#src/platform/notifications/told.ts'
import type { MailKind } from './mail.shared.ts'

export const sendMail = job<MailJob>('mail.send')
export const purgeMails = job<object>('mail.purge')

interface MailJob {
  /** The name of the kind of mail. */
  mail: string
  about: unknown
  /** When it began to wait for what it leads to, as an ISO time. */
  waits_since?: string
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

/** Says that what a mail leads to is hidden, so that the mail waits until it is shown again. */
type Waits = 'waits'

/** A kind of mail with the function that reads its letter. */
export interface Mail {
  name: string
  samples: Record<string, object>
  topic: Topic | 'digest' | undefined
  isAwaited: boolean | undefined
  read: (ctx: Ctx, about: never, retell: Retell) => Promise<Letter | Waits | undefined>
}

const AFTER_OTHER_JOBS = 1 // payments, uploads and codes do not wait for the mails of a busy sale
const WAITS_SECONDS = 30 * DAY_SECONDS
const KEPT_DAYS = 180
const KEPT_DAYS_WITHOUT_ACCOUNT = 2 // as long as the requests for codes

/**
 * Connects a kind of mail with the function that reads its letter when it is sent. The function
 * returns undefined if there is nothing left to tell, and `waits` if it is to be read again in an hour,
 * for up to 30 days.
 */
export const defineMail = <About, Facts extends object>(
  { name, samples, topic, isAwaited }: MailKind<About, Facts>,
  read: (ctx: Ctx, about: About, retell: Retell) => Promise<Letter<Facts> | Waits | undefined>,
): Mail => ({ name, samples, topic, isAwaited, read })

/**
 * Enqueues one mail for each `about`, in the caller's transaction. Other jobs that are due run before
 * those that nobody waits for.
 */
export function enqueueMails<About, Facts>(
  tx: Tx | Db,
  { name, isAwaited }: Pick<MailKind<About, Facts>, 'name' | 'isAwaited'>,
  abouts: About[],
  when?: Omit<EnqueueOptions, 'priority'>,
) {
  const payloads = abouts.map((about) => ({ mail: name, about }))
  return enqueueAll(tx, sendMail, payloads, { ...when, priority: priorityOf({ isAwaited }) })
}

const priorityOf = ({ isAwaited }: Pick<Mail, 'isAwaited'>) => (isAwaited ? 0 : AFTER_OTHER_JOBS)

/**
 * Returns the action that notifies and sends mails of the given kinds, each once, and records them. Mails
 * that wait are held for a gathered mail, or enqueued anew for the end of the recipient's quiet hours.
 */
export function mailSender(mails: Mail[], retell: Retell) {
  const byName = new Map(mails.map((mail) => [mail.name, mail]))
  return async (ctx: Ctx, { mail, about, waits_since = ctx.now.toISOString() }: MailJob) => {
    const known = byName.get(mail)
    if (!known) throw new Error(`no mail is called ${mail}`) // tried again: a newer server knows it
    const letter = await known.read(ctx, about as never, retell)
    if (letter === 'waits') return readAgainLater(ctx, known, { mail, about, waits_since })
    if (!letter) return
    const recipient = await recipientNow(ctx.db, known, letter)
    if (recipient.is_settled) return
    const written = await write(ctx, known, letter)
    const isTold = await tellInApp(ctx, known, { ...letter, about }, written)
    const when = await whenToSend(ctx, known, letter, { ...recipient, isTold })
    if (when === 'now') await send(ctx, known, letter, written)
    if (when instanceof Date)
      await enqueueMails(ctx.db, known, [about], { at: when, key: `quiet ${letter.id}` })
  }
}

async function readAgainLater({ db, now }: Ctx, known: Mail, waiting: Required<MailJob>) {
  if (addSeconds(new Date(waiting.waits_since), WAITS_SECONDS) < now) return // nobody expects it any more
  const { mail, about } = waiting
  const key = `waiting ${mail} ${JSON.stringify(about)}`
  const at = addSeconds(now, HOUR_SECONDS)
  await enqueue(db, sendMail, waiting, { at, key, priority: priorityOf(known) })
}

/** Returns the function that reads anew what a notification is about. */
export function retellerOf(mails: Mail[]): Retell {
  const byName = new Map(mails.map((mail) => [mail.name, mail]))
  return async function retell(ctx, { message_id, kind, about, ...told }) {
    const known = byName.get(kind)
    if (about === null || !known) return told
    const letter = await known.read(ctx, about as never, retell)
    if (!letter || letter === 'waits' || letter.id !== message_id) return undefined
    const { subject, path = told.path } = await write(ctx, known, { ...letter, lang: told.lang })
    return { subject, lang: told.lang, path }
  }
}

type Written = Awaited<ReturnType<typeof write>>

async function write(ctx: Ctx, { name, topic }: Mail, { account_id, lang, facts }: Letter) {
  const { publicUrl, secret } = ctx.config
  const isSubscribed = topic && account_id !== null && (topic === 'digest' || isMailTopic(topic))
  const unsubscribe = isSubscribed ? unsubscribePath(secret, { account_id, topic }) : undefined
  const mail = await ctx.texts.mail(name, { lang, publicUrl, facts, unsubscribe })
  return { ...mail, unsubscribe }
}

/** Notifies the recipient in the app, if the mail leads to a page. Returns false if it does not. */
async function tellInApp(
  ctx: Ctx,
  { name: kind, topic }: Mail,
  { id: message_id, account_id, about }: Letter & { about: unknown },
  { lang, subject, path }: Written,
): Promise<boolean> {
  if (account_id === null || path === undefined) return false
  await notify(ctx, {
    account_id,
    message_id,
    kind,
    about,
    lang,
    subject,
    path,
    topic: topic === 'digest' ? undefined : topic,
  })
  return true
}

/** Decides when a mail goes out, and holds one that is told with others. It then never goes out alone. */
async function whenToSend(
  { db, now }: Ctx,
  { topic }: Mail,
  { id, account_id }: Letter,
  { isTold, ...recipient }: Recipient & { isTold: boolean },
): Promise<'now' | 'never' | Date> {
  if (account_id === null || topic === undefined) return 'now'
  const schedule = recipient.schedule ?? USUAL_SCHEDULE
  if (topic !== 'digest' && isMailTopic(topic)) {
    const { wants_mail, pace } = mailChoice(topic, recipient.choice ?? undefined)
    if (!wants_mail || recipient.is_held) return 'never'
    if (pace !== 'at_once' && isTold) {
      await hold(db, { message_id: id, account_id, topic, due_at: dueAt(now, pace, schedule) })
      return 'never'
    }
  }
  return isUrgent(topic) ? 'now' : (quietUntil(now, schedule) ?? 'now')
}

async function send(ctx: Ctx, { name: template }: Mail, letter: Letter, written: Written) {
  const { id, to, account_id, secret } = letter
  const { lang, subject, html, text, unsubscribe } = written
  await ctx.integrations.mail.send({
    to,
    lang,
    messageId: id,
    subject,
    html,
    text,
    ...(unsubscribe && { unsubscribe: ctx.config.publicUrl + unsubscribe }),
  })
  failpoint(`mail.sent.${template}`)
  await ctx.db
    .insertInto('mail')
    .values({
      message_id: id,
      template,
      account_id,
      recipient: to,
      lang,
      subject: secret ? subject.replaceAll(secret, '•') : subject,
      sent_at: ctx.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Holds what decides if and when a mail goes to its recipient. */
interface Recipient {
  /** True if it is sent already, or they have deleted their account since it was enqueued. */
  is_settled: boolean
  /** True if it is told with others, or was. */
  is_held: boolean
  /** Holds the recipient's choice for the topic; null if they have made none. */
  choice: { wants_mail: boolean; pace: string } | null
  schedule: Schedule | null
}

async function recipientNow(db: Db, { topic }: Mail, { id, account_id }: Letter) {
  const { rows } = await sql<Recipient>`
    select exists (select from mail where message_id = ${id})
        or exists (select from account where id = ${account_id} and deleted_at is not null)
        as is_settled,
      exists (select from digest_line where message_id = ${id}) as is_held,
      (select to_json(row) from (
        select wants_mail, pace from mail_choice
        where account_id = ${account_id} and topic = ${topic ?? null}) as row) as choice,
      (select to_json(row) from (
        select time_zone, digest_hour, quiet_from, quiet_until from notification_schedule
        where account_id = ${account_id}) as row) as schedule
  `.execute(db)
  return rows[0]!
}

/** Returns how to write to an address; undefined if it was deleted with the account of its person. */
export const toAddress = (email: string | null, lang: string) =>
  email === null ? undefined : { to: email, account_id: null, lang }

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
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS).toISOString()
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
