import { mutation } from './source-mutations.ts'

const CREATE = 'src/sales/free-rental/free-rental.ts'
const BOOKS = 'src/sales/free-rental/free-rental-invariants.ts'
const DUE = 'src/sales/free-rental/due.ts'
const RENT = 'src/sales/free-rental/rent.ts'
const TEST = 'src/sales/free-rental/free-rental.test.ts'
const PEOPLE = 'src/catalog/allowlist/people.ts'
const ADDED = 'src/sales/free-rental/people.test.ts'

/** Mutations that rent for free twice, to the wrong people, or outside of the offer's time. */
// oxfmt-ignore
export const freeRentalMutations = [
  mutation('people who are added to an open free rental are not told', PEOPLE, ['if (fresh.length > 0 && body.places === undefined)', 'if (fresh.length < 0)'], ADDED, 'told once'),
  mutation('people who are put back are told again', PEOPLE, ['if (fresh.length > 0 && body.places === undefined)', 'if (fresh.length > 0)'], ADDED, 'told once'),
  mutation('people who are added while a free rental opens are not told', DUE, ['    .forShare()\n', ''], ADDED, 'while a free rental opens'),
  mutation('everybody rents for free', RENT, ["!lists.has(allowlist_id) || offer.status === 'scheduled'", "offer.status === 'scheduled'"], TEST, 'others see nothing'),
  mutation('the books demand that past renters stay on the list', BOOKS, ["or purchase.status <> 'settled'", "or not exists (select from allowlist_person person where person.allowlist_id = offer.allowlist_id and person.account_id = buyer) or purchase.status <> 'settled'"], TEST, 'payouts go on'),
  mutation('a person who is added again gets another mail', 'src/sales/free-rental/free-rental-mail.ts', ['${addressee(config, to)}', '${person}'], 'src/sales/free-rental/people.test.ts', 'gets the mail once'),
  mutation('a person who moved is told at the old address', 'src/sales/free-rental/free-rental-mail.ts', ["coalesce('known.email', 'person.email')", "coalesce('person.email', 'known.email')"], TEST, 'by address and moves'),
  mutation('a free rental is rented before its start', RENT, [" || offer.status === 'scheduled'", ''], TEST, 'opens at its start'),
  mutation('creators rent their own copies for free', RENT, ["if (offer.creator === person) fail('own_serial')\n", ''], TEST, 'others see nothing'),
  mutation('a person rents a title twice for free', RENT, ["  if (await isRentingAt(tx, ctx, offer.kid, at)) fail('already_renting')\n  const { rows", '  const { rows'], TEST, 'refuses another price|ten requests'),
  mutation('a seat is not read again under its lock', RENT, ['listing.asset_token_id = ${token} and ${seatOf(offer, at)}', 'listing.asset_token_id = ${token}'], TEST, 'one free seat|share the seats'),
  mutation('a free rental is rented after its end', RENT, ['and coalesce(free_rental.ends_at > ${at.toISOString()}::timestamptz, true))', ')'], TEST, 'opens at its start'),
  mutation('a renter chooses the period of a free rental', RENT, ['if (offer.rental_period_seconds !== body.rental_period_seconds)', 'if (offer.rental_period_seconds === 0)'], TEST, 'refuses another price'),
  mutation('a free rental ignores the region', RENT, ["if (offer.only_japan_accessible && ctx.country !== 'JP')", "if (offer.only_japan_accessible && ctx.country === '')"], TEST, 'refuses another price'),
  mutation('other people’s copies are lent for free', CREATE, ['if (refusal) fail(refusal.code, refusal.params)\n', ''], TEST, 'who may not lend'),
  mutation('a free rental ends twice', DUE, ['if (!(await close(at))) return false\n', 'await close(at)\n'], TEST, 'ends the offer once'),
  mutation('copies of an ended free rental stay locked', DUE, ['if (ids.length > 0) await delistByPlatform(tx, ids, at)\n', ''], TEST, 'ends the offer once'),
]
