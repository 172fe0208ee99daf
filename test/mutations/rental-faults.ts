import { fault } from './source-faults.ts'

const DECIDE = 'src/sales/purchase/decide.ts'
const DECIDE_TEST = 'src/sales/purchase/decide.test.ts'
const NEIGHBOURS = 'src/sales/rental/neighbours.test.ts'
const RENTAL = 'src/sales/rental/rental.test.ts'
const SETTLE = 'src/sales/purchase/settle.ts'
const TERM = 'src/catalog/rental-period/rental-period.ts'

/** Ways to rent twice, for another time than was paid, or for good. */
// oxfmt-ignore
export const rentalFaults = [
  fault('one person rents a title twice', DECIDE, ['if (seconds && buyerState.rented.has(offer.kid))', 'if (!seconds && buyerState.rented.has(offer.kid))'], DECIDE_TEST, 'RN-03 within'),
  fault('a rented copy is rented again', DECIDE, [`if (offer.rented_by) return no('rented_by_another')`, ''], DECIDE_TEST, 'RN-03 within'),
  fault('any period is rented for the price of another', DECIDE, ['if (seconds && seconds !== offer.rental_period_seconds)', 'if (seconds === 0)'], RENTAL, 'RN-03 ER-03'),
  fault('what is rented counts as held', DECIDE, ['if (rental_period_seconds) return undefined', ''], NEIGHBOURS, 'no holding'),
  fault('who rents gets the copy', SETTLE, ['const sold = purchases.filter(({ rental_period_seconds }) => !rental_period_seconds)', 'const sold = purchases'], RENTAL, 'RN-02 a rental|RN-01 RN-02'),
  fault('a rental never begins', SETTLE, ['await begin(tx, rented, at)', ''], RENTAL, 'RN-01 RN-02'),
  fault('a rental ends a second late', TERM, ['addSeconds(at, each.rental_period_seconds!)', 'addSeconds(at, each.rental_period_seconds! + 1)'], RENTAL, 'RN-01'),
  fault('a rental has no end', TERM, [`.where('ends_at', '<=', at.toISOString())`, `.where('ends_at', '<=', '2000-01-01T00:00:00Z')`], RENTAL, 'RN-04'),
  fault('a disputed rental freezes its lender’s copy', 'src/finance/dispute/claims.ts', ['held && !rental_period_seconds', 'held'], 'src/finance/dispute/rental.test.ts', 'goes on'),
  fault('a rental outlives its payment', 'src/finance/dispute/lose.ts', ['rented.map((copy) => copy.id)', '[]'], 'src/finance/dispute/rental.test.ts', 'ends at once'),
  fault('a holder’s offer ends by what was read before', 'src/sales/listing/rental-terms.ts', ['(await supersededListings(tx, ctx.now)).filter', 'due.filter'], 'src/sales/listing/rental-listing.test.ts', 'A7 a holder’s offer stays'),
  fault('a title is withdrawn from its renters', 'src/sales/listing/withdraw.ts', [`if (is_rented) return 'serial_rented'`, ''], NEIGHBOURS, 'is not withdrawn'),
  fault('rentals are among the sales of a title', 'src/catalog/asset/asset.ts', [`    .where('rental_period_seconds', 'is', null)\n`, ''], NEIGHBOURS, 'among the sales'),
]
