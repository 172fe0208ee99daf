import { sql } from 'kysely'
import { jstDay } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { InvoiceRegistration, putInvoiceRegistration } from './receipt.shared.ts'

/** One's own registration as it was said last. */
export async function get(ctx: Ctx): Promise<InvoiceRegistration> {
  return (await newest(ctx.db, currentPerson(ctx).account_id)) ?? fail('not_found')
}

/** Enters one's registration, or another version of it; what was said before stays on record. */
export async function put(
  ctx: Ctx,
  said: BodyOf<typeof putInvoiceRegistration>,
): Promise<InvoiceRegistration> {
  await ctx.db
    .insertInto('invoice_registration')
    .values({
      ...said,
      account_id: currentPerson(ctx).account_id,
      entered_at: ctx.now.toISOString(),
    })
    .execute()
  return said
}

/** Ends one's registration from this moment on: a version more, which says since which day. */
export async function end(ctx: Ctx): Promise<undefined> {
  const { account_id } = currentPerson(ctx)
  await inTx(ctx, async (tx) => {
    const last = (await newest(tx, account_id)) ?? fail('not_found')
    const ended_on = jstDay(ctx.now)
    const entered_at = ctx.now.toISOString()
    await tx
      .insertInto('invoice_registration')
      .values({ ...last, account_id, ended_on, entered_at })
      .execute()
  })
}

/**
 * A seller's registration that counts for a deal: one that was told to the house before it (消費税法
 * 施行令 70条の12 asks for that) and began on its Japanese day or earlier.
 */
export async function registeredAt(
  db: Db,
  account_id: string,
  at: string,
): Promise<InvoiceRegistration | undefined> {
  const told = sql<boolean>`entered_at <= ${at} and valid_from <= ${jstDay(new Date(at))}`
  return newest(db, account_id, told)
}

/** The newest version that fits, unless it says that the registration has ended. */
async function newest(
  db: Db | Tx,
  account_id: string,
  fits = sql<boolean>`true`,
): Promise<InvoiceRegistration | undefined> {
  const row = await db
    .selectFrom('invoice_registration')
    .select(['number', 'name', 'valid_from', 'ended_on'])
    .where('account_id', '=', account_id)
    .where(fits)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.ended_on) return undefined
  const { number, name, valid_from } = row
  return { number, name, valid_from }
}
