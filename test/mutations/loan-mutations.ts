import { mutation } from './source-mutations.ts'

const ACCEPT = 'src/sales/loan/accept.ts'
const LEND = 'src/sales/loan/lend.ts'
const LOAN = 'src/catalog/loan/loan.ts'
const TEST = 'src/sales/loan/loan.test.ts'

/** Mutations that lend a copy twice, to the wrong people, for longer, or against the creator's will. */
// oxfmt-ignore
export const loanMutations = [
  mutation('a copy stays lent after a lost dispute', 'src/sales/deal/sale.ts', ['  await takeLoansBack(tx, ids, at)\n', '  void takeLoansBack\n'], 'src/finance/dispute/several-disputes.test.ts', 'LN-04'),
  mutation('a borrower goes on watching a copy that went back', LOAN, ['  await revoke(tx, ended, at)\n', '  void revoke\n'], 'src/finance/dispute/several-disputes.test.ts', 'LN-04'),
  mutation('other people’s copies are lent', LEND, ['if (!copy || refusal) return fail(refusal!.code, refusal!.params)', "if (!copy) return fail('not_owner')"], TEST, 'who may not lend|ten loans'),
  mutation('copies are lent although their creator forbids it', LEND, ["if (copy.creator !== lender && !copy.lending_enabled) fail('lending_disabled')\n", ''], TEST, 'who may not lend'),
  mutation('a copy is lent for longer than allowed', LEND, ["if (days > maximum) fail('loan_days_out_of_bounds', { maximum })\n", ''], TEST, 'who may not lend'),
  mutation('loans have no limit in a day', LEND, ['>= LOANS_PER_DAY)', '>= 1_000 * LOANS_PER_DAY)'], TEST, 'so many loans'),
  mutation('lenders borrow their own copies', ACCEPT, ["  if (lender === person) fail('loan_to_yourself')\n  const isOpen", '  const isOpen'], TEST, 'who may not borrow'),
  mutation('a loan is accepted after its time', ACCEPT, ["loan.status === 'open' && at.toISOString() < loan.expires_at", "loan.status === 'open'"], TEST, 'who may not borrow'),
  mutation('a loan is accepted although its creator forbids it', ACCEPT, ["if (lender !== offer.creator && !(await mayLend(tx, kid))) fail('lending_disabled')\n", 'void mayLend\n'], TEST, 'who may not borrow'),
  mutation('a loan ignores the region', ACCEPT, ["if (offer.only_japan_accessible && ctx.country !== 'JP') fail('region_unavailable')\n", ''], TEST, 'who may not borrow'),
  mutation('a person borrows a title twice', ACCEPT, ["if ((await rental.running!(tx, [person], at)).get(person)!.has(kid)) fail('already_renting')\n", 'void rental\n'], TEST, 'no second copy'),
  mutation('an accepted loan does not begin', LOAN, ['  await beginLoan(tx, { id, kid, asset_token_id, number, renter: borrower, ends_at }, at)\n', '  void beginLoan\n'], TEST, 'LN-01 an owner lends'),
  mutation('a returned copy can still be watched', LOAN, ['  await closeLoan(tx, id, by, at)\n', '  void closeLoan\n'], TEST, 'either side ends'),
  mutation('a loan makes its borrower the owner on paper', 'src/catalog/certificate/record-chain.ts', ["  'loan',\n", ''], TEST, 'not downloaded'),
  mutation('other people end a loan', 'src/sales/loan/rows.ts', ['and ${me} in (lender, borrower)', ''], TEST, 'either side ends'),
  mutation('an open loan outlives its listing', 'src/sales/listing/delist.ts', ['  await withdrawLoansOn(tx, ids, owner.account, at)\n', '  void withdrawLoansOn\n'], TEST, 'either side ends'),
]
