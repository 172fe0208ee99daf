import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueueAll } from '#core/jobs.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { dealKinds } from '#src/sales/deal/deals.ts'
import { yen } from '#core/money.ts'
import type { Disputed } from './claims.ts'
import { type Facts, type Role, type Status, words } from './mail-words.ts'

export const mailDispute = job<Letter>('dispute.mail')

interface Letter {
  id: string
  status: Status
  role: Role
  account_id: string
  /** The purchases that concern this person. */
  purchases: string[]
  /** The purchases among them whose copy the buyer has resold or cannot get again. */
  gone: string[]
  /** The time of the step; the same step can happen twice. */
  at: string
}

/** Enqueues the mails: to the buyer about all copies, to seller and creator about the held ones. */
export async function tellAll(
  tx: Tx,
  { id, copies, status, at }: { id: string; copies: Disputed[]; status: Status; at: Date },
) {
  const bought = copies.filter((copy) => copy.status === 'settled')
  const held = bought.filter((copy) => copy.held)
  const earned = held.filter(({ seller, creator, royalty }) => seller !== creator && royalty > 0)
  const isGone = (copy: Disputed) =>
    status === 'regained' ? copy.undone : !copy.held && !copy.undone
  const letters = (role: Role, of: Disputed[]) =>
    [...Map.groupBy(of, (copy) => copy[role])].map(([account_id, theirs]) => ({
      id,
      status,
      role,
      account_id,
      at: at.toISOString(),
      purchases: theirs.map((copy) => copy.id),
      gone: theirs.filter(isGone).map((copy) => copy.id),
    }))
  await enqueueAll(tx, mailDispute, [
    ...letters('buyer', bought),
    ...letters('seller', held),
    ...(status === 'lost' || status === 'regained' ? letters('creator', earned) : []),
  ])
}

/**
 * Mails one person in their language. Dispute, step, role, person and time identify the mail, so a
 * retry is not a second one.
 */
export async function mailConcerned(ctx: Ctx, letter: Letter) {
  const { id, status, role, account_id, at } = letter
  const { lang, email } = await ctx.db
    .selectFrom('account')
    .select(['lang', 'email'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const said = words[lang] ?? words.en!
  const { facts, more, deal } = await factsFor(ctx, letter, said)
  const letters = said.letters[deal]
  const [subject, text] =
    role === 'creator'
      ? letters[status === 'regained' ? 'creator regained' : 'creator lost']
      : letters[`${role} ${status}`]
  const paragraphs = [text, ...more.map((line) => said[line])]
  const fill = (line: string) => line.replaceAll(/%(\w+)/g, (_, name: keyof Facts) => facts[name])
  await ctx.integrations.mail.send({
    to: email,
    lang,
    subject,
    messageId: `dispute.${id}.${status}.${role}.${account_id}.${Date.parse(at)}`,
    text: `${paragraphs.map(fill).join('\n\n')}\n\n${ctx.config.publicUrl}/account/points\n\nRenban\n`,
  })
}

interface Copy {
  id: string
  number: number
  title: string
  amount: number
  deal: Deal
}

/** The additional paragraphs of a mail by outcome. */
const lines = {
  lost: ['soldOn', 'taken', 'owed', 'back'],
  regained: ['gone', 'again', 'owed', 'back'],
} as const
type Line = (typeof lines)[keyof typeof lines][number]

/**
 * Returns the values of a mail, its additional paragraphs and the kind of deal. All copies of an order
 * have the same kind.
 */
async function factsFor(
  { db }: Ctx,
  { id, status, role, account_id, purchases, gone, at }: Letter,
  { copy, between }: (typeof words)[string],
): Promise<{ facts: Facts; more: readonly Line[]; deal: Deal }> {
  const { rows } = await sql<Copy>`
    select purchase.id, number, title, dispute.amount, purchase.deal
    from purchase join asset using (kid) join dispute on dispute.id = ${id}
    where purchase.id = any(${purchases}::uuid[]) order by number
  `.execute(db)
  const moved = await movedBy(db, { account_id, purchases, at })
  const { deal } = rows[0]! // all purchases of an order have the same kind
  const lacking = rows.filter((one) => role === 'buyer' && gone.includes(one.id))
  const list = (of: typeof rows) => of.map(({ number, title }) => copy(number, title)).join(between)
  const isShown = {
    soldOn: lacking.length > 0 && dealKinds[deal].transfers_copy,
    gone: lacking.length > 0,
    taken: moved.taken > 0,
    again: role === 'buyer' && moved.taken > 0,
    owed: moved.owed > 0,
    back: role === 'buyer' && moved.back > 0,
  }
  return {
    facts: {
      amount: yen(rows[0]!.amount),
      copies: list(rows),
      gone: list(lacking),
      taken: yen(moved.taken),
      owed: yen(moved.owed),
      back: yen(moved.back),
    },
    more:
      status === 'lost' || status === 'regained'
        ? lines[status].filter((line) => isShown[line])
        : [],
    deal,
  }
}

/** Returns the yen that a decision took from one person, recorded as debt and gave back. */
async function movedBy(
  db: Ctx['db'],
  { account_id, purchases, at }: Pick<Letter, 'account_id' | 'purchases' | 'at'>,
) {
  const { rows } = await sql<{ taken: number; owed: number; back: number }>`
    select coalesce(sum(amount) filter (where debit.kind in ('sales', 'points')), 0)::bigint as taken,
      coalesce(sum(amount) filter (where credit.kind = 'debt'), 0)::bigint as owed,
      coalesce(sum(amount) filter (where credit.kind in ('sales', 'points')), 0)::bigint as back
    from ledger_transfer transfer
    join ledger_account debit on debit.id = transfer.debit
    join ledger_account credit on credit.id = transfer.credit
    where subject_id = any(${purchases}::uuid[]) and reason = 'dispute' and at = ${at}
      and ((debit.account_id = ${account_id} and debit.kind in ('sales', 'points'))
        or (credit.account_id = ${account_id} and credit.kind in ('sales', 'points', 'debt')))
  `.execute(db)
  return rows[0]!
}
