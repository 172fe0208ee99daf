import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { startMail } from '#src/sales/deal/start-mail.shared.ts'

/** Reads the reminder of a rental; undefined if it was started or has ended. */
export async function readStart({ db, now }: Ctx, { id }: AboutOf<typeof startMail>) {
  const rental = await db
    .selectFrom('rental')
    .innerJoin('purchase', 'purchase.id', 'rental.id')
    .innerJoin('asset', 'asset.kid', 'rental.kid')
    .select(['renter', 'rental.number', 'title', 'start_by', 'rental_period_seconds'])
    .where('rental.id', '=', id)
    .where('started_at', 'is', null)
    .where(isRunningAt(now))
    .executeTakeFirst()
  if (!rental?.start_by) return undefined
  const { renter, number, title, start_by, rental_period_seconds } = rental
  const facts = { id, number, title, start_by, days: rental_period_seconds! / DAY_SECONDS }
  return { id: `rental.${id}.start`, ...(await recipientOf(db, renter)), facts }
}
