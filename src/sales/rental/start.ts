import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { startPeriod } from '#src/catalog/rental-period/rental-period.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import type { startRental } from './rental.shared.ts'

/**
 * Starts the period of the caller's rental. Refuses `not_found`, and `rental_ended` if the window for the
 * first play is over.
 */
export function start(ctx: Ctx, body: BodyOf<typeof startRental>) {
  const renter = currentPerson(ctx).account_id
  return once(ctx, body, async (tx): Promise<ReplyOf<typeof startRental>> => {
    const rented = await tx
      .selectFrom('purchase')
      .innerJoin('rental', 'rental.id', 'purchase.id')
      .select(['purchase.asset_token_id', 'rental_period_seconds', 'rental.ends_at', 'start_by'])
      .where('purchase.id', '=', body.id)
      .where('renter', '=', renter)
      .executeTakeFirst()
    if (!rented?.start_by) return fail('not_found')
    const at = await lockSerials(tx, [rented.asset_token_id], ctx.time)
    const rental = { id: body.id, renter, period: rented.rental_period_seconds! }
    const ends_at = await startPeriod(tx, rental, at)
    if (!ends_at) return fail('rental_ended', { until: rented.ends_at })
    failpoint('rental.starting')
    return { id: body.id, ends_at }
  })
}
