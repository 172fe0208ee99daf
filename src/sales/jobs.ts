import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineLongTask, defineTask } from '#core/jobs.ts'
import { expire as expireCoupon, expireCoupons } from './coupon/coupon.ts'
import { executeDistribution } from '#src/catalog/distribution/distribution.ts'
import { execute } from './distribution/execute.ts'
import { listIssuedCopies } from '#src/media/upload/list-at-once.ts'
import { tellAddedPeople } from '#src/catalog/free-rental/free-rental.ts'
import { lookAfter as lookAfterFree, lookAfterFreeRentals, tellAdded } from './free-rental/due.ts'
import { lookAfter, lookAfterGifts } from './gift/due.ts'
import { lookAfter as lookAfterLent, lookAfterLoans } from './loan/due.ts'
import { listIssued } from './listing/list-issued.ts'
import { find, findTrades } from './matching/find.ts'
import { match, matchSearches, tell, tellSearches } from './market/search-alerts.ts'
import { open, openListings } from './listing/listing.ts'
import { delistIdleTrades, endIdle } from './listing/idle-trades.ts'
import { delistFreed, delistSuspended } from './listing/suspended.ts'
import { delistSuperseded, delistSecondaryRentals } from './listing/rental-terms.ts'
import { deleteOldEvents, forgetEvents, lookAt, lookAtCheckout } from './purchase/pay.ts'
import * as refunds from './purchase/refund.ts'
import { close, closeCheckout, expire, expireHolds } from './purchase/release.ts'
import { endDue, endTradeOffers } from './trade-offer/end-offers.ts'
import { endDueProposals, endTradeProposals } from './trade-offer/end-proposals.ts'
import { admit } from './waiting-room/admit.ts'
import { admitPeople } from './waiting-room/queue.ts'
import { tellSellers, tellSellersOfSales } from './sold/tell-sellers.ts'

export const salesJobs = [
  defineTask(openListings, open),
  defineTask(tellSellersOfSales, tellSellers, 60),
  defineTask(tellSearches, tell, 60),
  defineTask(matchSearches, match),
  defineTask(listIssuedCopies, listIssued),
  defineTask(executeDistribution, execute),
  defineTask(lookAtCheckout, lookAt),
  defineTask(closeCheckout, close),
  defineTask(forgetEvents, deleteOldEvents, HOUR_SECONDS),
  defineTask(refunds.refundPurchase, refunds.refund),
  defineTask(refunds.lookAtRefund, refunds.bounce),
  defineTask(refunds.sweepOwed, refunds.sweepRefunds, 600),
  defineTask(refunds.lookForFailedRefunds, refunds.findFailedRefunds, DAY_SECONDS),
  defineTask(expireHolds, expire, 15),
  defineTask(delistSecondaryRentals, delistSuperseded, 15),
  defineTask(delistSuspended, delistFreed, 15),
  defineTask(delistIdleTrades, endIdle, 600),
  defineTask(expireCoupons, expireCoupon, 60),
  defineTask(endTradeOffers, endDue, 30),
  defineTask(lookAfterGifts, lookAfter, 30),
  defineTask(lookAfterFreeRentals, lookAfterFree, 15),
  defineTask(tellAddedPeople, tellAdded),
  defineTask(lookAfterLoans, lookAfterLent, 30),
  defineTask(endTradeProposals, endDueProposals, 30),
  defineLongTask(findTrades, find, 60),
  defineTask(admitPeople, admit, 2),
]
