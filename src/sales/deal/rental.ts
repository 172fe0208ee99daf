import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { Refusal } from '#core/errors.ts'
import { rentalRefusal } from '#src/catalog/allowlist/acquisition.ts'
import { begin, revoke, isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { clockOf, START_WITHIN_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { REMIND_SECONDS, startMail } from './start-mail.shared.ts'
import type { CopyDealKind } from './deal.ts'

/** A rental: the renter may use the copy for a period; its owner stays its owner. */
export const rental: CopyDealKind = {
  transfers_copy: false,
  is_of_batch: false,
  needs_pass: false,
  reason: 'rental',
  fee_reason: 'fee',
  provenance: 'rental',
  statement: { earned: 'rental', paid: 'rental' },

  superseded: sql`(listing.seller <> creator and exists (select from listing own
    where own.kid = listing.kid and own.kind = 'rental' and own.status in ('preparing', 'open')
      and own.seller = creator))`,
  royaltyRate: ({ rental_royalty_rate_bp }) => rental_royalty_rate_bp,
  secondaryFault: ({ secondary_rental_enabled }) =>
    secondary_rental_enabled ? undefined : 'secondary_rental_disabled',

  not_offered: 'not_for_rent',
  limits: () => [],
  async running(tx, people, at) {
    const { rows } = await sql<{ person: string; kid: string }>`
      select renter as person, kid from rental
      where renter = any(${people}::uuid[]) and ${isRunningAt(at)}
      union
      select buyer, kid from purchase
      where buyer = any(${people}::uuid[]) and status = 'reserved' and deal = 'rental'
    `.execute(tx)
    const running = new Map(people.map((person) => [person, new Set<string>()]))
    for (const { person, kid } of rows) running.get(person)!.add(kid)
    return running
  },
  runningFault: ({ kid }, { running }) => (running.has(kid) ? 'already_renting' : undefined),
  termsFault({ country, rental_period_seconds, start_within_seconds = null }, offer, lists, at) {
    const isOtherClock = start_within_seconds !== offer.start_within_seconds
    if (rental_period_seconds !== offer.rental_period_seconds || isOtherClock) {
      const days = offer.rental_period_seconds! / DAY_SECONDS
      return new Refusal('rental_period_changed', {
        days,
        clock: clockOf(offer.start_within_seconds),
      })
    }
    const code = rentalRefusal(offer, { country, lists }, at)
    return code && new Refusal(code)
  },
  take: (offer, order, buyer) => ({
    offer: order.isPaidFromBalance ? { ...offer, rented_by: order.buyer } : offer,
    buyer: { ...buyer, running: new Set([...buyer.running, offer.kid]) },
  }),

  async settle(tx, rented, at) {
    await begin(tx, rented, at)
    const waiting = rented.filter(({ start_within_seconds }) => start_within_seconds !== null)
    const reminders = waiting.map(({ id }) => ({ id }))
    const remindAt = addSeconds(at, START_WITHIN_SECONDS - REMIND_SECONDS)
    await enqueueMails(tx, startMail, reminders, { at: remindAt })
  },
  checkoutNote({ rental_period_seconds, start_within_seconds }, lang) {
    const days = rental_period_seconds! / DAY_SECONDS
    const isFromPlay = start_within_seconds !== null
    if (lang === 'ja') return `（${isFromPlay ? '初回再生から' : ''}${days}日間レンタル）`
    const period = days === 1 ? '1 day' : `${days} days`
    return `, rental for ${period}${isFromPlay ? ' from the first play' : ''}`
  },

  dispute: {
    held: sql`not is_cut_short`,
    undone: sql`(is_cut_short or losses > 0)`,
    back: sql`(not is_cut_short and losses = 1)`, // only the first loss took from the lender
  },
  async undo(tx, purchases, { at }) {
    await revoke(
      tx,
      purchases.map(({ id }) => id),
      at,
    )
  },
  async redo() {
    // A rental that was cut short is not resumed: its period is over.
  },
}
