import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { failpoint } from '#core/failpoint.ts'
import { job } from '#core/jobs.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { claimDue, linesOf } from '#src/platform/notifications/digest-line.ts'
import type { Line, Retell } from '#src/platform/notifications/told.ts'
import { digestMail } from './digest-mail.shared.ts'

export const gatherMails = job<object>('digest.gather')

const NAMED = 50

/** Gathers what is due in one mail for each person. Lines and the job that sends them commit together. */
export async function gather(ctx: Ctx) {
  await inTx(ctx, async (tx) => enqueueMails(tx, digestMail, await claimDue(tx, ctx.now)))
  failpoint('digest.claimed')
}

/** Reads a gathered mail. There is none if its topics were switched off, or nothing is left to tell. */
export async function readDigest(ctx: Ctx, about: AboutOf<typeof digestMail>, retell: Retell) {
  const all: Line[] = []
  for (const told of await linesOf(ctx.db, about)) {
    const line = await retell(ctx, told)
    if (line) all.push(line)
  }
  const [first, ...others] = all
  if (!first) return undefined
  const lines: [Line, ...Line[]] = [first, ...others.slice(0, NAMED - 1)]
  return {
    ...(await recipientOf(ctx.db, about.account_id)),
    id: `digest.${about.digest_id}`,
    facts: { lines, more: all.length - lines.length },
  }
}
