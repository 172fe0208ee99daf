import { sql } from 'kysely'
import { jstDay } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { InvoiceRegistration, putInvoiceRegistration } from './receipt.shared.ts'

/** Returns the caller's newest registration. Refuses `not_found` if there is none. */
export async function get(ctx: Ctx): Promise<InvoiceRegistration> {
  return (await newest(ctx.db, currentPerson(ctx).account_id)) ?? fail('not_found')
}

/** Stores a new version of the caller's registration. Earlier versions are kept. */
export async function put(
  ctx: Ctx,
  registration: BodyOf<typeof putInvoiceRegistration>,
): Promise<InvoiceRegistration> {
  await ctx.db
    .insertInto('invoice_registration')
    .values({
      ...registration,
      account_id: currentPerson(ctx).account_id,
      entered_at: ctx.now.toISOString(),
    })
    .execute()
  return registration
}

/**
 * Ends the caller's registration now, by a further version with the day of the end. The version is valid from
 * that day at the latest: one from a later day would leave the earlier versions in force.
 */
export async function end(ctx: Ctx): Promise<undefined> {
  const { account_id } = currentPerson(ctx)
  await inTx(ctx, async (tx) => {
    const last = (await newest(tx, account_id)) ?? fail('not_found')
    const ended_on = jstDay(ctx.now)
    const valid_from = last.valid_from < ended_on ? last.valid_from : ended_on
    const entered_at = ctx.now.toISOString()
    await tx
      .insertInto('invoice_registration')
      .values({ ...last, valid_from, account_id, ended_on, entered_at })
      .execute()
  })
}

/**
 * Returns the seller's registration that applies to a sale at `at`. It must be entered before the sale
 * (消費税法施行令 70条の12) and valid on that day in Japan.
 */
export async function registeredAt(
  db: Db,
  account_id: string,
  at: string,
): Promise<InvoiceRegistration | undefined> {
  const applies = sql<boolean>`entered_at <= ${at} and valid_from <= ${jstDay(new Date(at))}`
  return newest(db, account_id, applies)
}

/** Returns the newest version that matches `applies`, unless the registration has ended by it. */
async function newest(
  db: Db | Tx,
  account_id: string,
  applies = sql<boolean>`true`,
): Promise<InvoiceRegistration | undefined> {
  const row = await db
    .selectFrom('invoice_registration')
    .select(['number', 'name', 'valid_from', 'ended_on'])
    .where('account_id', '=', account_id)
    .where(applies)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.ended_on) return undefined
  const { number, name, valid_from } = row
  return { number, name, valid_from }
}
