import { randomUUID } from 'node:crypto'
import * as accounts from '#src/accounts/account/account.shared.ts'
import * as banks from '#src/finance/bank-account/bank.shared.ts'
import * as coupons from '#src/sales/coupon/coupon.shared.ts'
import { getUserLocalCurrency } from '#src/platform/currency/currency.shared.ts'
import * as histories from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import * as payees from '#src/finance/payout/payee.shared.ts'
import * as payouts from '#src/finance/payout/payout.shared.ts'
import * as disputes from '#src/finance/dispute/dispute.shared.ts'
import * as purchases from '#src/sales/purchase/purchase.shared.ts'
import * as refunds from '#src/sales/purchase/refund.shared.ts'
import * as receipts from '#src/finance/receipt/receipt.shared.ts'
import * as rentals from '#src/sales/rental/rental.shared.ts'
import * as statements from '#src/finance/statement/statement.shared.ts'
import { listTransactionStatistics } from '#src/finance/statistics/statistics.shared.ts'
import { admins, anybody, callers, nothing, people, type Row, row } from './access-row.ts'

const account = {
  ...{ holder: 'オカダ アキ', account_number: '1234567', deposit_type: 'savings' as const },
  ...{ bank_code: '0001', branch_code: '100' },
}

/** Calls about what is bought, paid, paid out and given by coupon, and the papers of it. */
// oxfmt-ignore
export const moneyRows: Row[] = [
  row(purchases.purchaseSerial, people('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(2 + callers.indexOf(caller), 0)),
  row(purchases.purchaseForFree, people('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(10 + callers.indexOf(caller), 300)),
  row(rentals.rentSerial, people('done', { mika: 'own_serial' }), ({ forRent }, caller) =>
    forRent.rent(1 + callers.indexOf(caller), 0)),
  row(rentals.listRented, people(), nothing),
  row(rentals.getRented, people('not_found', { ren: 'done' }), ({ lent }) => ({ id: lent.kid })),
  row(rentals.getRental, people('not_found', { ren: 'done' }), ({ rental }) => ({ id: rental })),
  row(rentals.rentForFree, people('done', { mika: 'own_serial', ren: 'already_renting' }), ({ lent }, caller) =>
    lent.rent(1 + callers.indexOf(caller), 300)),
  row(purchases.getPurchase, people('not_found', { ren: 'done' }), ({ purchase }) =>
    ({ id: purchase.purchase_id })),
  row(purchases.getDecline, people('not_found', { ren: 'done' }), ({ purchase }) =>
    ({ id: purchase.purchase_id })),
  row(purchases.getCardState, anybody(), nothing),
  row(purchases.cancelPurchase, people('not_found', { ren: 'done' }), ({ purchase, film }) =>
    ({ kid: film.kid, serial_number: purchase.number })),
  row(purchases.listPurchases, people(), nothing),
  row(disputes.listDisputes, admins(), nothing),
  row(refunds.listFailedRefunds, admins(), nothing),
  row(purchases.stripeWebhook, anybody('forbidden'), nothing),

  row(receipts.getReceipt, people('not_found', { ren: 'done' }), ({ paid }) => ({ purchase_id: paid })),
  row(receipts.getInvoiceRegistration, people('not_found'), nothing),
  row(receipts.putInvoiceRegistration, people(), () =>
    ({ number: 'T7000012050002', name: 'Okada Film', valid_from: '2029-01-01' })),
  row(receipts.endInvoiceRegistration, people(), nothing),

  row(banks.listBanks, people(), nothing),
  row(banks.listBranches, people(), () => ({ code: '0001' })),
  row(banks.getBank, people('not_found'), nothing),
  row(banks.putBank, people('code_expired'), () => ({ ...account, code: '000000' })),

  row(payouts.getPayoutTerms, people(), nothing),
  row(payouts.getPayoutCalendar, people(), nothing),
  row(payouts.requestPayout, people('bank_required'), () => ({ amount: 1_000 })),
  row(payouts.cancelPayout, people('not_found'), () => ({ id: randomUUID() })),
  row(payouts.putAuto, people(), () => ({ enabled: false })),
  row(payouts.getPayout, people('not_found'), () => ({ id: randomUUID() })),
  row(payouts.exportPayouts, admins('nothing_to_send'), () => ({ format: 'zengin' as const, month: '2024-01' })),
  row(payouts.updatePayouts, admins(), () =>
    ({ ids: [randomUUID()], status: 'processed' as const, reason: 'paid' })),
  row(payouts.checkUpdate, admins('not_found'), () => ({ job_id: randomUUID() })),
  row(payouts.readBankResults, admins('bank_file_invalid'), () => ({ file: 'AAAA', reason: 'paid' })),
  row(payouts.listPayouts, people(), nothing),
  row(payees.getPayee, admins(), ({ ren }) => ({ account_id: ren.account_id })),
  row(payees.putPayee, admins(), ({ ren }) =>
    ({ account_id: ren.account_id, withholding: 'none' as const, reason: 'asked' })),

  row(accounts.carryCode, anybody(), () => ({ code: '0000' })),
  row(coupons.occupyCarried, people(), nothing),
  row(coupons.listCoupons, people(), nothing),
  row(coupons.createCoupons, people('creators_only', { mika: 'done', aoi: 'not_owner', sora: 'done' }),
    ({ unsold }, caller) => ({
      ...{ name: 'Opening night', expires_at: '2098-01-01T00:00:00Z' },
      ...(caller === 'sora' ? { points: 100, count: 1 } : { asset_token_ids: [unsold.tokens.get(2)!] }),
    })),
  row(coupons.getCoupon, people('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.occupyCoupon, people('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.listBatches, people('done', { ren: 'creators_only' }), nothing),
  row(coupons.getBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.exportBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.revokeBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),

  row(listTransactionStatistics, people('done', { ren: 'creators_only' }), nothing),
  row(getBalance, people(), nothing),
  row(histories.listPointDetails, people(), nothing),
  row(histories.getPointDetail, people('not_found', { ren: 'done' }), ({ entry }) => ({ id: entry })),
  row(histories.listTransactions, people(), nothing),
  row(statements.listStatements, people(), nothing),
  row(statements.getStatementYear, people(), () => ({ year: '2030' })),
  row(statements.getStatement, people(), () => ({ month: '2030-01' })),
  row(getUserLocalCurrency, anybody(), nothing),
]
