import { mutation } from './source-mutations.ts'

const CLOCKS = 'src/sales/rental/two-clocks.test.ts'
const DECIDE = 'src/sales/purchase/decide.ts'
const DECIDE_TEST = 'src/sales/purchase/decide.test.ts'
const NEIGHBOURS = 'src/sales/rental/neighbours.test.ts'
const RENTAL = 'src/sales/rental/rental.test.ts'
const RENTAL_KIND = 'src/sales/deal/rental.ts'
const SETTLE = 'src/sales/purchase/settle.ts'
const RETURNED = 'src/sales/rental/returned.test.ts'
const RETURNED_MAIL = 'src/catalog/rental-period/returned-mail.ts'
const TELL = 'src/catalog/rental-period/tell-of-end.ts'
const TERMS = 'src/sales/listing/rental-terms.ts'
const TERM = 'src/catalog/rental-period/rental-period.ts'

/** Mutations that allow renting twice, for another period than was paid, or without end. */
// oxfmt-ignore
export const rentalMutations = [
  mutation('a person rents a title twice', RENTAL_KIND, ["running.has(kid) ? 'already_renting' : undefined", 'running.has(kid) ? undefined : undefined'], DECIDE_TEST, 'RN-03 within'),
  mutation('a rented copy is rented again', DECIDE, [`if (offer.rented_by) return no('rented_by_another')`, ''], DECIDE_TEST, 'RN-03 within'),
  mutation('a renter chooses the period without changing the price', RENTAL_KIND, ['if (rental_period_seconds !== offer.rental_period_seconds || isOtherClock)', 'if (isOtherClock)'], RENTAL, 'RN-03 ER-03'),
  mutation('a rental counts for the holding limit', RENTAL_KIND, ['limits: () => []', 'limits: ({ kid, holding_limit }) => holding_limit === null ? [] : [{ of: kid, limit: holding_limit }]'], NEIGHBOURS, 'does not count as a holding'),
  mutation('a renter becomes the owner', SETTLE, ['kind.settle(tx, some, at),', 'kind.settle(tx, some, at),\n      dealKinds.sale.settle(tx, some, at),'], RENTAL, 'RN-02 a rental|RN-01 RN-02'),
  mutation('a paid rental does not start', RENTAL_KIND, ['    await begin(tx, rented, at)\n', ''], RENTAL, 'RN-01 RN-02'),
  mutation('a renter is reminded of a rental that they have started', 'src/sales/rental/start-mail.ts', ["    .where('started_at', 'is', null)\n", ''], CLOCKS, 'reminded'),
  mutation('a renter is reminded as soon as they have paid', RENTAL_KIND, ['reminders, { at: remindAt }', 'reminders'], CLOCKS, 'reminded'),
  mutation('a rental ends a second late', TERM, ['addSeconds(at, window ?? period!)', 'addSeconds(at, window ?? period! + 1)'], RENTAL, 'RN-01'),
  mutation('a renter chooses the clock', RENTAL_KIND, [' || isOtherClock', ''], CLOCKS, 'saw the other clock'),
  mutation('copies of a title have different clocks', TERMS, [' || window !== requested.start_within_seconds', ''], CLOCKS, 'saw the other clock'),
  mutation('a rental starts twice', TERM, ["    .where('started_at', 'is', null)\n", ''], CLOCKS, 'start a rental once'),
  mutation('a rental starts after its window', TERM, ["    .where('start_by', 'is not', null)\n    .where(isRunningAt(at))", "    .where('start_by', 'is not', null)"], CLOCKS, 'was never started'),
  mutation('a rental that was started meanwhile is ended', TERM, ['(await over.execute()).map', 'found.map'], CLOCKS, 'leaves one that was started'),
  mutation('a rental that waits is watched', 'src/media/playback/entitlement.ts', ['if (unstarted)', 'if (unstarted === 0)'], CLOCKS, 'waits for it'),
  mutation('someone else starts a rental', 'src/sales/rental/start.ts', ["      .where('renter', '=', renter)\n", ''], CLOCKS, 'waits for it'),
  mutation('a rental that waits is promised back too early', TERM, ['else rental.start_by +', 'else rental.start_by + 0 *'], CLOCKS, 'waits for it'),
  mutation('a rental does not end', TERM, [`.where('ends_at', '<=', at.toISOString())`, `.where('ends_at', '<=', '2000-01-01T00:00:00Z')`], RENTAL, 'RN-04'),
  mutation('a disputed rental freezes the owner’s copy', 'src/finance/dispute/claims.ts', ['held && dealKinds[deal].transfers_copy', 'held'], 'src/finance/dispute/rental.test.ts', 'goes on'),
  mutation('a rental continues after a lost dispute', RENTAL_KIND, ['purchases.map(({ id }) => id)', '[]'], 'src/finance/dispute/rental.test.ts', 'ends at once'),
  mutation('an owner’s rental listing ends by stale rows', 'src/sales/listing/rental-terms.ts', ['(await supersededListings(tx, at)).filter', 'due.filter'], 'src/sales/listing/rental-listing.test.ts', 'a holder’s offer stays'),
  mutation('a title with renters is withdrawn', 'src/sales/listing/withdraw.ts', [`if (is_rented) return 'serial_rented'`, ''], NEIGHBOURS, 'cannot be withdrawn'),
  mutation('rentals count as sales of a title', 'src/catalog/asset/asset.ts', [" and status = 'settled' and transfers_copy\n", " and status = 'settled'\n"], NEIGHBOURS, 'are not among a title'),
  mutation('an owner hears of copies of others', RETURNED_MAIL, ["    .where('owner', '=', owner)\n", ''], RETURNED, 'changed hands'),
  mutation('an owner hears that a rented copy is back', RETURNED_MAIL, ['where again.asset_token_id = rental.asset_token_id and', 'where false and'], RETURNED, 'rented again'),
  mutation('a renter hears of the end after renting again', RETURNED_MAIL, ['where again.renter = rental.renter and again.kid = rental.kid and', 'where false and'], RETURNED, 'rented again'),
  mutation('people hear twice of a loan', TELL, ["    .where('loan_id', 'is', null)\n", ''], RETURNED, 'mail about loans alone'),
]
