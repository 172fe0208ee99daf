import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { doEach, job } from '#core/jobs.ts'
import { peopleOf } from '#src/catalog/allowlist/lists.ts'
import { endFreeRental, openFreeRental } from '#src/catalog/free-rental/free-rental.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'
import { freeRentalMail } from './free-rental-mail.shared.ts'

export const lookAfterFreeRentals = job<object>('free_rental.look_after')

const AT_ONCE = 100

/**
 * Opens the free rentals that are due and enqueues their invitations. Ends those whose time is over, and
 * those of which no copy is offered any more. Those of a hidden title wait until it is shown again. Renting
 * checks the end itself.
 */
export async function lookAfter(ctx: Ctx) {
  const at = ctx.time()
  await doEach(await overAt(ctx, at), 'a free rental could not be ended', (id) =>
    inTx(ctx, (tx) =>
      takeBack(tx, ctx, id, (ended_at) =>
        endFreeRental(tx, id, { action: 'expire', by: 'clock', at: ended_at }),
      ),
    ),
  )
  await doEach(await dueAt(ctx, at), 'a free rental could not be opened', ({ id, allowlist_id }) =>
    inTx(ctx, (tx) => openNow(tx, id, allowlist_id, ctx.time())),
  )
}

async function overAt({ db }: Ctx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from free_rental where status in ('scheduled', 'open')
      and (ends_at <= ${at.toISOString()}::timestamptz or not exists (
        select from listing where listing.batch = free_rental.batch and listing.status = 'open'))
    order by id limit ${AT_ONCE}
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function dueAt({ db }: Ctx, at: Date) {
  return db
    .selectFrom('free_rental')
    .innerJoin('asset', 'asset.kid', 'free_rental.kid')
    .select(['id', 'allowlist_id'])
    .where('status', '=', 'scheduled')
    .where('is_public', '=', true)
    .where('starts_at', '<=', at.toISOString())
    .orderBy('starts_at')
    .limit(AT_ONCE)
    .execute()
}

/** Step: opens a scheduled free rental and enqueues a mail to each person on its list. */
export async function openNow(tx: Tx, id: string, allowlist_id: string, at: Date) {
  if (!(await openFreeRental(tx, id, at))) return
  const people = await peopleOf(tx, allowlist_id)
  await enqueueMails(
    tx,
    freeRentalMail,
    people.map(({ person }) => ({ id, person })),
  )
}

/** Enqueues a mail to each person who was added to the list of an open free rental at this time. */
export async function tellAdded(
  ctx: Ctx,
  { allowlist_id, added_at }: { allowlist_id: string; added_at: string },
) {
  // Waits for the free rental to open, which may have read the list before.
  const offer = await ctx.db
    .selectFrom('free_rental')
    .select(['id', 'status'])
    .where('allowlist_id', '=', allowlist_id)
    .forShare()
    .executeTakeFirst()
  if (offer?.status !== 'open') return
  const added = await ctx.db
    .selectFrom('allowlist_person')
    .select('id as person')
    .where('allowlist_id', '=', allowlist_id)
    .where('added_at', '=', added_at)
    .execute()
  const { id } = offer
  await enqueueMails(
    ctx.db,
    freeRentalMail,
    added.map(({ person }) => ({ id, person })),
  )
}

/**
 * Step: locks the copies of a free rental, ends it by `close` and takes its listings off. Returns false if
 * it has ended already.
 */
export async function takeBack(
  tx: Tx,
  ctx: Ctx,
  id: string,
  close: (at: Date) => Promise<boolean>,
): Promise<boolean> {
  const listed = tx
    .selectFrom('listing')
    .innerJoin('free_rental', 'free_rental.batch', 'listing.batch')
    .select(['listing.id', 'listing.asset_token_id'])
    .where('free_rental.id', '=', id)
    .where('listing.status', '=', 'open')
  const copies = (await listed.execute()).map(({ asset_token_id }) => asset_token_id)
  const at = await lockSerials(tx, copies, ctx.time)
  if (!(await close(at))) return false
  const ids = (await listed.execute()).map((listing) => listing.id)
  if (ids.length > 0) await delistByPlatform(tx, ids, at)
  return true
}
