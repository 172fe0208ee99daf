import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { LoanFacts, loanMail } from '#src/catalog/loan/loan-mail.shared.ts'
import type { LoanStatus } from '#src/catalog/loan/loan.shared.ts'
import { isHidden, shownName, shownText } from '#src/catalog/moderation/messages.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf, toAddress } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { loanPath } from './token.ts'

/** The states in which each news is still worth telling, and whom it is for. */
const audience: Record<
  LoanFacts['news'],
  { in: LoanStatus[]; for: 'friend' | 'borrower' | 'lender' }
> = {
  lent: { in: ['open'], for: 'friend' },
  borrowed: { in: ['running'], for: 'borrower' },
  accepted: { in: ['running', 'returned'], for: 'lender' },
  declined: { in: ['declined'], for: 'lender' },
  expired: { in: ['expired'], for: 'lender' },
  revoked: { in: ['revoked'], for: 'lender' },
  back: { in: ['returned'], for: 'lender' },
  over: { in: ['returned'], for: 'borrower' },
  taken_back: { in: ['returned'], for: 'borrower' },
}

/**
 * Reads the mail about a loan. Undefined if it has moved on, or to a friend while lending is off or whose address
 * was deleted with an account. What leads a friend to the loan waits while the title is hidden.
 */
export async function readLoanMail(ctx: Ctx, { id, news }: AboutOf<typeof loanMail>) {
  const { db } = ctx
  const row = await db
    .selectFrom('loan')
    .innerJoin('asset', 'asset.kid', 'loan.kid')
    .leftJoin('account as friend', 'friend.id', 'loan.borrower')
    .select(['loan.kid', 'title', 'loan.number', 'loan.email', 'is_public'])
    .select(['loan.lang', 'loan.status', 'expires_at', 'ends_at', 'lender', 'borrower'])
    .select(['period_seconds', 'friend.username'])
    .select([shownName('loan', null).as('name'), shownText('loan', null).as('message')])
    .select([isHidden('loan').as('message_hidden')])
    .where('loan.id', '=', id)
    .executeTakeFirstOrThrow()
  const { in: states, for: reader } = audience[news]
  if (!states.includes(row.status as LoanStatus)) return undefined
  if (reader === 'friend' && !(await settingsOf(db)).lending_enabled) return undefined
  if (reader === 'friend' && !row.is_public) return 'waits'
  const { kid, title, number, message, message_hidden, expires_at, ends_at, email } = row
  const to =
    reader === 'friend'
      ? toAddress(email, row.lang)
      : await recipientOf(db, reader === 'lender' ? row.lender : row.borrower!)
  if (!to) return undefined
  const facts: LoanFacts = {
    news,
    path: pathOf(ctx, reader, id, kid),
    kid,
    title,
    number,
    name: row.name,
    borrower: row.username ?? email,
    message,
    message_hidden,
    days: row.period_seconds / DAY_SECONDS,
    until: ends_at ?? expires_at,
  }
  return { id: `loan.${id}.${news}`, ...to, facts }
}

const pathOf = (ctx: Ctx, reader: 'friend' | 'borrower' | 'lender', id: string, kid: string) =>
  ({
    friend: loanPath(ctx, id),
    borrower: `/asset/${kid}`,
    lender: '/loans',
  })[reader]
