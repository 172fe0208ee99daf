import { mutation } from './source-mutations.ts'

const SEVERAL = 'src/finance/dispute/several-disputes.test.ts'
const REFUNDS = 'src/finance/reconciliation/refunds.test.ts'

// oxfmt-ignore
/** Breaks what several disputes of a payment, late refunds and batches of other sellers must not do. */
export const disputeMutations = [
  mutation('a won dispute frees a copy that another disputes', 'src/finance/dispute/lose.ts', ['if (ids.length > 0 && !(await isDisputed(tx, copies)))', 'if (ids.length > 0)'], SEVERAL, 'another dispute of its payment'),
  mutation('a copy that came back is free although another dispute is open', 'src/finance/dispute/regain.ts', ['if (kind.transfers_copy && (await isDisputed(tx, copies)))', 'if ((await isDisputed(tx, copies)) && false)'], SEVERAL, 'stays frozen while another dispute of it'),
  mutation('a copy goes back while another dispute is lost', 'src/sales/deal/sale.ts', ['\n      and losses = 1`', '`'], SEVERAL, 'both of its lost disputes'),
  mutation('a copy counts as sold on after a later dispute', 'src/sales/deal/sale.ts', ['owned_since in (settled_at, coalesce(returned_at, settled_at))', 'owned_since in (settled_at, settled_at)'], SEVERAL, 'if another dispute of it is lost after all'),
  mutation('a lender pays twice for a rental', 'src/sales/deal/rental.ts', ['sql`(is_cut_short or losses > 0)`', 'sql`is_cut_short`'], SEVERAL, 'taken from its lender once'),
  mutation('an old coupon leaves a copy without protection', 'src/finance/dispute/claims.ts', ['            and batch.created_at >= purchase.settled_at)', '            )'], SEVERAL, 'once a coupon'),
  mutation('a refund that was posted late holds payouts', 'src/finance/reconciliation/refunds.ts', ['for (const payment_intent of await refundedEarlier(db, refunded, period))', 'for (const payment_intent of (await refundedEarlier(db, refunded, period)).slice(0, 0))'], REFUNDS, 'days after it was made'),
  mutation('a refund that failed after a lost dispute is owed again', 'src/sales/purchase/refund.ts', ["    .where('status', '=', 'lost')\n    .where('amount'", "    .where('status', '=', 'open')\n    .where('amount'"], 'src/finance/dispute/late-events.test.ts', 'fails after a lost dispute'),
  mutation('a refund that failed late is found by nobody', 'src/sales/purchase/refund.ts', ["await enqueue(db, lookAtRefund, { refund_id: refund_id! }, { key: `refund ${refund_id}` })", 'void [lookAtRefund, refund_id]'], 'src/sales/purchase/refund.test.ts', 'found without its webhook'),
  mutation('a fee that a dispute gave back is invoiced', 'src/finance/dispute/claims.ts', ['reason: FEE_DISPUTE, debit: fees', 'debit: fees'], 'src/finance/statement/invoice.test.ts', 'MN-03'),
  mutation('a fee that came back is not invoiced', 'src/finance/dispute/regain.ts', ['        reason: FEE_DISPUTE,\n', ''], 'src/finance/statement/invoice.test.ts', 'MN-03'),
  mutation('a copy joins the batch of a distribution', 'src/sales/listing/listing.ts', ['    await requireOwnBatch(tx, body.batch, seller)\n', '    void requireOwnBatch\n'], 'src/sales/listing/batch-owner.test.ts', 'joins neither'),
  mutation('an old registration outlives its end', 'src/finance/receipt/invoice-registration.ts', ['last.valid_from < ended_on ? last.valid_from : ended_on', 'last.valid_from'], 'src/finance/receipt/receipt.test.ts', 'from a later day'),
  mutation('a claim of one’s own code keeps others', 'src/sales/coupon/occupy.ts', ["    .where('issuer', '<>', account_id)\n", '    .where(sql<boolean>`${account_id} is not null`)\n'], 'src/sales/coupon/claim.test.ts', 'own code'),
  mutation('a trade that was undone blocks its wishes', 'src/sales/matching/market.ts', ['trade_proposal where not exists (', "trade_proposal where status <> 'settled' and not exists ("], 'src/sales/matching/matching.test.ts', 'made and undone'),
  mutation('a former address learns nothing of a change', 'src/accounts/account/account.ts', ['await enqueueMails(tx, emailChangedMail, [{ account_id, email: old, at }])', 'void [emailChangedMail, at, old]'], 'src/accounts/account/account.test.ts', 'needs its code'),
  mutation('a dispute locks ledger accounts one order after the other', 'src/finance/dispute/dispute.ts', ['  await lockBalances(tx, people)\n', ''], 'src/finance/dispute/several-disputes.test.ts', 'paying for'),
  mutation('a dispute locks payouts after ledger accounts', 'src/finance/dispute/dispute.ts', ['  await lockPayouts(tx, sql`account_id = any(${peopleOf(order)}::uuid[])`)\n', ''], 'src/finance/dispute/several-disputes.test.ts', 'paying for'),
]
