import { randomUUID } from 'node:crypto'
import { inTx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { jobOfKey } from '#core/job-queue.ts'
import { maskAddresses } from '#core/log.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import type { getNotifierTest, NotifierTest } from './notifier-test.shared.ts'
import { testMail } from './test-mail.shared.ts'

/** Enqueues a test mail to the caller: `POST /notifier_tests`. */
export async function create(ctx: Ctx): Promise<NotifierTest> {
  const { account_id } = currentPerson(ctx)
  const about = { id: randomUUID(), account_id }
  await inTx(ctx, (tx) => enqueueMails(tx, testMail, [about], { key: keyOf(about) }))
  return get(ctx, about)
}

/** Returns the caller's test mail: `GET /notifier_tests/{id}`. Refuses `not_found`. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getNotifierTest>): Promise<NotifierTest> {
  const { account_id } = currentPerson(ctx)
  const key = keyOf({ id, account_id })
  // The job first: once it is gone, the record of the mail is there.
  const job = await jobOfKey(ctx.db, key)
  const sent = await ctx.db
    .selectFrom('mail')
    .select('sent_at')
    .where('message_id', '=', key)
    .executeTakeFirst()
  if (!job && !sent) fail('not_found')
  const { to } = await recipientOf(ctx.db, account_id)
  const waiting = sent ? undefined : job // the queue removes the job a moment after the mail is sent
  const { attempts = 0, error = null } = waiting ?? {}
  return { id, to, sent_at: sent?.sent_at ?? null, attempts, error: error && maskAddresses(error) }
}

/** Reads the test mail to an administrator. */
export async function readTest({ db }: Ctx, about: AboutOf<typeof testMail>) {
  return { id: keyOf(about), ...(await recipientOf(db, about.account_id)), facts: {} }
}

/** The id of the mail, and the key of its job. */
const keyOf = ({ id, account_id }: AboutOf<typeof testMail>) => `test.${account_id}.${id}`
