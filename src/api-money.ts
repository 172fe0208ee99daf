import { serve } from '#core/http.ts'
import * as accounts from './account/account.shape.ts'
import { carry } from './account/carried-code.ts'
import * as banks from './bank/bank.shape.ts'
import * as bank from './bank/bank.ts'
import * as couponBatch from './coupon/batch.ts'
import * as coupons from './coupon/coupon.shape.ts'
import * as coupon from './coupon/coupon.ts'
import { create as createCoupons } from './coupon/issue.ts'
import { occupy, occupyCarriedCode } from './coupon/occupy.ts'
import { getUserLocalCurrency } from './currency/currency.shape.ts'
import * as currency from './currency/currency.ts'
import * as disputes from './dispute/dispute.shape.ts'
import * as dispute from './dispute/list.ts'
import * as draws from './draw/draw.shape.ts'
import * as draw from './draw/draw.ts'
import * as histories from './history/history.shape.ts'
import * as history from './history/history.ts'
import { getBalance } from './ledger/ledger.shape.ts'
import * as ledger from './ledger/ledger.ts'
import { put as putAuto } from './payout/auto.ts'
import { calendar } from './payout/dates.ts'
import * as payoutFile from './payout/export.ts'
import * as payees from './payout/payee.shape.ts'
import * as payee from './payout/payee.ts'
import * as payouts from './payout/payout.shape.ts'
import * as payout from './payout/payout.ts'
import * as payingOut from './payout/request.ts'
import * as payoutUpdate from './payout/update.ts'
import { buyByCard, buyFromBalance, cardState } from './purchase/checkout.ts'
import { decline } from './purchase/decline.ts'
import { receiveWebhook } from './purchase/pay.ts'
import * as purchases from './purchase/purchase.shape.ts'
import * as purchase from './purchase/purchase.ts'
import * as refunds from './purchase/refund.shape.ts'
import * as refund from './purchase/refund.ts'
import { cancel } from './purchase/release.ts'
import * as receipts from './receipt/receipt.shape.ts'
import * as receipt from './receipt/receipt.ts'
import * as registration from './receipt/registration.ts'
import { rentByCard, rentFromBalance } from './rental/rent.ts'
import * as rentals from './rental/rental.shape.ts'
import * as rental from './rental/rental.ts'
import * as statements from './statement/statement.shape.ts'
import * as statement from './statement/statement.ts'
import { yearFile } from './statement/year.ts'
import { listTransactionStatistics } from './statistics/statistics.shape.ts'
import { listTransactions } from './statistics/statistics.ts'
import { join, leave } from './waiting/line.ts'
import * as waitings from './waiting/waiting.shape.ts'
import * as waiting from './waiting/waiting.ts'

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
