import { serve } from '#core/http/http.ts'
import * as accounts from './accounts/account/account.shared.ts'
import { carry } from './accounts/account/carried-code.ts'
import * as banks from './finance/bank-account/bank.shared.ts'
import * as bank from './finance/bank-account/bank.ts'
import * as couponBatch from './sales/coupon/batch.ts'
import * as coupons from './sales/coupon/coupon.shared.ts'
import * as coupon from './sales/coupon/coupon.ts'
import { create as createCoupons } from './sales/coupon/issue.ts'
import { occupy, occupyCarriedCode } from './sales/coupon/occupy.ts'
import { getUserLocalCurrency } from './platform/currency/currency.shared.ts'
import * as currency from './platform/currency/currency.ts'
import * as disputes from './finance/dispute/dispute.shared.ts'
import * as dispute from './admin/disputes/list.ts'
import * as draws from './sales/draw/draw.shared.ts'
import * as draw from './sales/draw/draw.ts'
import * as histories from './finance/transactions/history.shared.ts'
import * as history from './finance/transactions/history.ts'
import { getBalance } from './ledger/ledger.shared.ts'
import * as ledger from './ledger/ledger.ts'
import { put as putAuto } from './finance/payout/auto.ts'
import { calendar } from './finance/payout/dates.ts'
import * as payoutFile from './admin/payouts/export.ts'
import * as payees from './finance/payout/payee.shared.ts'
import * as payee from './finance/payout/payee.ts'
import * as payouts from './finance/payout/payout.shared.ts'
import * as payout from './finance/payout/payout.ts'
import * as payingOut from './finance/payout/request.ts'
import * as payoutUpdate from './admin/payouts/update.ts'
import { buyByCard, buyFromBalance, cardState } from './sales/purchase/checkout.ts'
import { decline } from './sales/purchase/decline.ts'
import { receiveWebhook } from './sales/purchase/pay.ts'
import * as purchases from './sales/purchase/purchase.shared.ts'
import * as purchase from './sales/purchase/purchase.ts'
import * as refunds from './sales/purchase/refund.shared.ts'
import * as refund from './sales/purchase/refund.ts'
import { cancel } from './sales/purchase/release.ts'
import * as receipts from './finance/receipt/receipt.shared.ts'
import * as receipt from './finance/receipt/receipt.ts'
import * as registration from './finance/receipt/registration.ts'
import { rentByCard, rentFromBalance } from './sales/rental/rent.ts'
import * as rentals from './sales/rental/rental.shared.ts'
import * as rental from './sales/rental/rental.ts'
import * as statements from './finance/statement/statement.shared.ts'
import * as statement from './finance/statement/statement.ts'
import { yearFile } from './finance/statement/year.ts'
import { listTransactionStatistics } from './finance/statistics/statistics.shared.ts'
import { listTransactions } from './finance/statistics/statistics.ts'
import { join, leave } from './sales/waiting-room/line.ts'
import * as waitings from './sales/waiting-room/waiting.shared.ts'
import * as waiting from './sales/waiting-room/waiting.ts'

/** What is bought, drawn, rented or given, and where the money goes. */
// oxfmt-ignore
export const moneyCalls = [
  //    endpoint                        who        act
  serve(purchases.purchaseSerial,      'person',  buyByCard),
  serve(purchases.purchaseForFree,     'person',  buyFromBalance),
  serve(purchases.getDecline,          'person',  decline),
  serve(purchases.getCardState,        'any',     cardState),
  serve(purchases.cancelPurchase,      'person',  cancel),
  serve(purchases.listPurchases,       'person',  purchase.list),
  serve(purchases.getPurchase,         'person',  purchase.get),
  serve(purchases.stripeWebhook,       'any',     receiveWebhook),
  serve(disputes.listDisputes,         'admin',   dispute.list),
  serve(refunds.listFailedRefunds,     'admin',   refund.listFailed),

  serve(draws.getDraw,                 'any',     draw.get),
  serve(draws.randomlyPurchase,        'person',  draw.buyRandomly),
  serve(draws.getDrawn,                'any',     draw.getOne),
  serve(waitings.joinWaitingRoom,      'person',  join),
  serve(waitings.leaveWaitingRoom,     'person',  leave),
  serve(waitings.getWaitingRoom,       'any',     waiting.get),
  serve(waitings.getWaitingResults,    'any',     waiting.results),

  serve(rentals.listRented,            'person',  rental.listRentals),
  serve(rentals.getRented,             'person',  rental.getOfTitle),
  serve(rentals.rentSerial,            'person',  rentByCard),
  serve(rentals.rentForFree,           'person',  rentFromBalance),
  serve(rentals.getRental,             'person',  rental.get),

  serve(accounts.carryCode,            'any',     carry),
  serve(coupons.occupyCarried,         'person',  occupyCarriedCode),
  serve(coupons.listCoupons,           'person',  coupon.list),
  serve(coupons.createCoupons,         'person',  createCoupons),
  serve(coupons.getCoupon,             'person',  coupon.look),
  serve(coupons.occupyCoupon,          'person',  occupy),
  serve(coupons.listBatches,           'person',  couponBatch.list),
  serve(coupons.getBatch,              'person',  couponBatch.get),
  serve(coupons.exportBatch,           'person',  couponBatch.exportCodes),
  serve(coupons.revokeBatch,           'person',  couponBatch.revoke),

  serve(banks.listBanks,               'person',  bank.list),
  serve(banks.listBranches,            'person',  bank.listOf),
  serve(banks.getBank,                 'person',  bank.get),
  serve(banks.putBank,                 'person',  bank.put),
  serve(payouts.getPayoutTerms,        'person',  payingOut.terms),
  serve(payouts.getPayoutCalendar,     'person',  calendar),
  serve(payouts.requestPayout,         'person',  payingOut.request),
  serve(payouts.cancelPayout,          'person',  payingOut.cancel),
  serve(payouts.putAuto,               'person',  putAuto),
  serve(payouts.getPayout,             'person',  payout.get),
  serve(payouts.exportPayouts,         'admin',   payoutFile.exportMonth),
  serve(payouts.updatePayouts,         'admin',   payoutUpdate.update),
  serve(payouts.checkUpdate,           'admin',   payoutUpdate.check),
  serve(payouts.readBankResults,       'admin',   payoutFile.readBack),
  serve(payouts.listPayouts,           'person',  payout.list),
  serve(payees.getPayee,               'admin',   payee.get),
  serve(payees.putPayee,               'admin',   payee.put),

  serve(receipts.getReceipt,           'person',  receipt.get),
  serve(receipts.getInvoiceRegistration, 'person', registration.get),
  serve(receipts.putInvoiceRegistration, 'person', registration.put),
  serve(receipts.endInvoiceRegistration, 'person', registration.end),
  serve(getBalance,                    'person',  ledger.getBalance),
  serve(histories.listPointDetails,    'person',  history.list),
  serve(histories.getPointDetail,      'person',  history.get),
  serve(histories.listTransactions,    'person',  history.listDeals),
  serve(statements.listStatements,     'person',  statement.list),
  serve(statements.getStatementYear,   'person',  yearFile),
  serve(statements.getStatement,       'person',  statement.get),
  serve(listTransactionStatistics,     'person',  listTransactions),
  serve(getUserLocalCurrency,          'any',     currency.get),
]
