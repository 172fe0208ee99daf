import { randomUUID } from 'node:crypto'
import * as accounts from '#src/accounts/account/account.shared.ts'
import * as deletions from '#src/finance/account/deletion.shared.ts'
import * as accountExports from '#src/finance/account/export.shared.ts'
import * as banks from '#src/finance/bank-account/bank.shared.ts'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import * as freeRentals from '#src/sales/free-rental/free-rental.shared.ts'
import * as gifts from '#src/sales/gift/gift.shared.ts'
import * as loans from '#src/sales/loan/loan.shared.ts'
import * as distributions from '#src/sales/distribution/distribution.shared.ts'
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
import { listUnusedPoints } from '#src/finance/unused-points/unused-points.shared.ts'
import {
  adminsOnly,
  callers,
  creatorsOnly,
  everyone,
  noInput,
  otherCreator,
  type Row,
  row,
  signedIn,
} from './access-row.ts'

const account = {
  holder: 'オカダ アキ',
  account_number: '1234567',
  deposit_type: 'savings' as const,
  bank_code: '0001',
  branch_code: '100',
}

/** Calls for purchases, rentals, payouts, coupons, receipts and statements. */
// oxfmt-ignore
export const moneyRows: Row[] = [
  row(purchases.purchaseSerial, signedIn('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(2 + callers.indexOf(caller), 0)),
  row(purchases.purchaseForFree, signedIn('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(10 + callers.indexOf(caller), 300)),
  row(rentals.rentSerial, signedIn('done', { mika: 'own_serial' }), ({ forRent }, caller) =>
    forRent.rent(1 + callers.indexOf(caller), 0)),
  row(rentals.listRented, signedIn(), noInput),
  row(rentals.getRented, signedIn('not_found', { ren: 'done' }), ({ lent }) => ({ id: lent.kid })),
  row(rentals.getRental, signedIn('not_found', { ren: 'done' }), ({ rental }) => ({ id: rental })),
  row(rentals.startRental, signedIn('not_found', { ren: 'done' }), ({ unstarted }) => ({ id: unstarted })),
  row(rentals.rentForFree, signedIn('done', { mika: 'own_serial', ren: 'already_renting' }), ({ lent }, caller) =>
    lent.rent(1 + callers.indexOf(caller), 300)),
  row(purchases.getPurchase, signedIn('not_found', { ren: 'done' }), ({ purchase }) =>
    ({ id: purchase.purchase_id })),
  row(purchases.getDecline, signedIn('not_found', { ren: 'done' }), ({ purchase }) =>
    ({ id: purchase.purchase_id })),
  row(purchases.getCardState, everyone(), noInput),
  row(purchases.cancelPurchase, signedIn('not_found', { ren: 'done' }), ({ purchase, film }) =>
    ({ kid: film.kid, serial_number: purchase.number })),
  row(purchases.listPurchases, signedIn(), noInput),
  row(disputes.listDisputes, adminsOnly(), noInput),
  row(refunds.listFailedRefunds, adminsOnly(), noInput),
  row(purchases.stripeWebhook, everyone('forbidden'), noInput),

  row(receipts.getReceipt, signedIn('not_found', { ren: 'done' }), ({ paid }) => ({ purchase_id: paid })),
  row(receipts.getInvoiceRegistration, signedIn('not_found'), noInput),
  row(receipts.putInvoiceRegistration, signedIn(), () =>
    ({ number: 'T7000012050002', name: 'Okada Film', valid_from: '2029-01-01' })),
  row(receipts.endInvoiceRegistration, signedIn(), noInput),

  row(banks.listBanks, signedIn(), noInput),
  row(banks.listBranches, signedIn(), () => ({ code: '0001' })),
  row(deletions.getDeletionTerms, signedIn(), noInput),
  row(deletions.deleteAccount, signedIn('deletion_blocked'), () => ({ copies: 0, code: '123456' })),
  row(accountExports.getAccountExport, signedIn(), noInput),
  row(accountExports.getExportFile, signedIn('not_found'), noInput),
  row(accountExports.askForExport, signedIn(), noInput),
  row(banks.getBank, signedIn('not_found'), noInput),
  row(banks.putBank, signedIn('code_expired'), () => ({ ...account, code: '000000' })),

  row(payouts.getPayoutTerms, signedIn(), noInput),
  row(payouts.getPayoutCalendar, signedIn(), noInput),
  row(payouts.requestPayout, signedIn('bank_required'), () => ({ amount: 1_000 })),
  row(payouts.cancelPayout, signedIn('not_found'), () => ({ id: randomUUID() })),
  row(payouts.putAuto, signedIn(), () => ({ enabled: false })),
  row(payouts.getPayout, signedIn('not_found'), () => ({ id: randomUUID() })),
  row(payouts.exportPayouts, adminsOnly('nothing_to_send'), () => ({ format: 'zengin' as const, month: '2024-01' })),
  row(payouts.updatePayouts, adminsOnly(), () =>
    ({ ids: [randomUUID()], status: 'processed' as const, reason: 'paid' })),
  row(payouts.checkUpdate, adminsOnly('not_found'), () => ({ job_id: randomUUID() })),
  row(payouts.readBankResults, adminsOnly('bank_file_invalid'), () => ({ file: 'AAAA', reason: 'paid' })),
  row(payouts.listPayouts, signedIn(), noInput),
  row(payees.getPayee, adminsOnly(), ({ ren }) => ({ account_id: ren.account_id })),
  row(payees.putPayee, adminsOnly(), ({ ren }) =>
    ({ account_id: ren.account_id, withholding: 'none' as const, reason: 'asked' })),

  row(accounts.carryCode, everyone(), () => ({ code: '0000' })),
  row(distributions.quoteDistribution, creatorsOnly('done', { aoi: 'not_owner' }), ({ film }) =>
    ({ asset_token_ids: [film.tokens.get(1)!] })),
  row(distributions.createDistribution, creatorsOnly('done', { aoi: 'not_owner' }), ({ film }) =>
    ({ asset_token_ids: [film.tokens.get(1)!] })),
  row(distributions.listDistributions, creatorsOnly(), noInput),
  row(distributions.getDistribution, creatorsOnly('done', otherCreator), ({ distribution: id }) => ({ id })),
  row(distributions.listClaims, creatorsOnly('done', otherCreator), ({ distribution: id }) => ({ id })),
  row(distributions.exportClaims, creatorsOnly('done', otherCreator), ({ distribution: id }) => ({ id })),
  row(distributions.payDistribution, creatorsOnly('balance_exceeds_price', otherCreator), ({ distribution: id }) =>
    ({ id, balance_to_use: 111 })),
  row(distributions.cancelDistribution, creatorsOnly('distribution_closed', otherCreator), ({ distribution: id }) => ({ id })),
  row(distributions.endDistribution, creatorsOnly('distribution_closed', otherCreator), ({ distribution: id }) => ({ id })),
  row(distributions.getOffer, everyone('not_found'), ({ distribution: id }) => ({ id })),
  row(gifts.giveCopies, signedIn('not_owner', { mika: 'done', sora: 'forbidden' }), ({ present }) =>
    ({ from_name: 'Mika', asset_token_ids: [present.tokens.get(1)!] })),
  row(gifts.listGifts, signedIn(), noInput),
  row(gifts.exportGifts, signedIn(), noInput),
  row(gifts.mailGift, signedIn('not_found'), () => ({ id: randomUUID() })),
  row(gifts.withdrawGift, signedIn('not_found'), () => ({ id: randomUUID() })),
  row(gifts.getGift, everyone('not_found'), () => ({ token: 'none' })),
  row(gifts.claimGift, signedIn('not_found'), () => ({ token: 'none' })),
  row(gifts.declineGift, everyone('not_found'), () => ({ token: 'none' })),
  row(findDistribution, everyone(), ({ film }) => ({ id: film.kid })),
  row(loans.lendCopy, signedIn('not_owner', { mika: 'done', sora: 'forbidden' }), ({ disc }) =>
    ({ from_name: 'Mika', days: 3, asset_token_id: disc.tokens.get(2)! })),
  row(loans.listLoans, signedIn(), noInput),
  row(loans.endLoan, signedIn('not_found', { mika: 'done' }), ({ loan: { id } }) => ({ id })),
  row(loans.getLoan, everyone('not_found'), () => ({ token: 'none' })),
  row(loans.acceptLoan, signedIn('not_found'), () => ({ token: 'none' })),
  row(loans.declineLoan, everyone('not_found'), () => ({ token: 'none' })),
  row(freeRentals.createFreeRental, creatorsOnly('done', { aoi: 'not_owner' }), ({ free }) =>
    ({ asset_token_ids: [free.tokens.get(2)!], rental_period_seconds: 86_400, allowed_asset_renters: ['ren@example.test'] })),
  row(freeRentals.listFreeRentals, creatorsOnly(), noInput),
  row(freeRentals.getFreeRental, creatorsOnly('done', otherCreator), ({ freeRental: id }) => ({ id })),
  row(freeRentals.listRenters, creatorsOnly('done', otherCreator), ({ freeRental: id }) => ({ id })),
  row(freeRentals.exportRenters, creatorsOnly('done', otherCreator), ({ freeRental: id }) => ({ id })),
  row(freeRentals.endFreeRental, creatorsOnly('done', otherCreator), ({ freeRental: id }) => ({ id })),
  row(freeRentals.getFreeRentalOffer, signedIn('not_found', { ren: 'done' }), ({ freeRental: id }) => ({ id })),
  row(findFreeRental, everyone(), ({ free }) => ({ id: free.kid })),
  row(coupons.occupyCarried, signedIn(), noInput),
  row(coupons.listCoupons, signedIn(), noInput),
  row(coupons.createCoupons, signedIn('creators_only', { mika: 'done', aoi: 'not_owner', sora: 'done' }),
    ({ unsold }, caller) => ({
      name: 'Opening night', expires_at: '2098-01-01T00:00:00Z',
      ...(caller === 'sora' ? { points: 100, count: 1 } : { asset_token_ids: [unsold.tokens.get(2)!] }),
    })),
  row(coupons.getCoupon, signedIn('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.claimCoupon, everyone('coupon_invalid'), () => ({ id: '0000', email: 'ren@example.test' })),
  row(coupons.getCarriedCoupon, everyone(), noInput),
  row(coupons.getDesk, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.listClaims, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.takeBackClaim, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.occupyCoupon, signedIn('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.listBatches, signedIn('done', { ren: 'creators_only' }), noInput),
  row(coupons.getBatch, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.exportBatch, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.revokeBatch, signedIn('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),

  row(listUnusedPoints, adminsOnly(), noInput),
  row(listTransactionStatistics, signedIn('done', { ren: 'creators_only' }), noInput),
  row(getBalance, signedIn(), noInput),
  row(histories.listPointDetails, signedIn(), noInput),
  row(histories.getPointDetail, signedIn('not_found', { ren: 'done' }), ({ entry }) => ({ id: entry })),
  row(histories.listTransactions, signedIn(), noInput),
  row(statements.listStatements, signedIn(), noInput),
  row(statements.getStatementYear, signedIn(), () => ({ year: '2030' })),
  row(statements.getStatement, signedIn(), () => ({ month: '2030-01' })),
  row(getUserLocalCurrency, everyone(), noInput),
]
