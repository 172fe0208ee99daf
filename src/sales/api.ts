import { serve } from '#core/http/http.ts'
import * as couponBatch from './coupon/batch.ts'
import * as coupons from './coupon/coupon.shared.ts'
import * as coupon from './coupon/coupon.ts'
import { create as createCoupons } from './coupon/issue.ts'
import { occupy, occupyCarriedCode } from './coupon/occupy.ts'
import * as draws from './draw/draw.shared.ts'
import * as draw from './draw/draw.ts'
import * as collections from './library/brand-collection.shared.ts'
import * as collection from './library/brand-collection.ts'
import * as listings from './listing/listing.shared.ts'
import * as listing from './listing/listing.ts'
import { profit } from './listing/profit.ts'
import { getTerms } from './listing/rental-terms.ts'
import * as withdrawal from './listing/withdraw.ts'
import { buyByCard, buyFromBalance, cardState } from './purchase/checkout.ts'
import { decline } from './purchase/decline.ts'
import { receiveWebhook } from './purchase/pay.ts'
import * as purchases from './purchase/purchase.shared.ts'
import * as purchase from './purchase/purchase.ts'
import * as refunds from './purchase/refund.shared.ts'
import * as refund from './purchase/refund.ts'
import { cancel } from './purchase/release.ts'
import { rentByCard, rentFromBalance } from './rental/rent.ts'
import * as rentals from './rental/rental.shared.ts'
import * as rental from './rental/rental.ts'
import * as shares from './share/share.shared.ts'
import * as sharing from './share/share.ts'
import { join, leave } from './waiting-room/queue.ts'
import * as waitings from './waiting-room/waiting.shared.ts'
import * as waiting from './waiting-room/waiting.ts'

// oxfmt-ignore
export const salesApi = [
  serve(shares.getShareAddress,      'person',  sharing.shareAddress),
  serve(shares.getSharedCopy,        'any',     sharing.getShared),
  serve(collections.listOwnedBrands, 'person',  collection.list),
  serve(collections.getOwnedBrand,   'person',  collection.get),
  serve(listings.listSerialsForSale, 'person',  listing.list),
  serve(listings.delistSerials,      'person',  listing.delist),
  serve(listings.withdrawAsset,      'creator', withdrawal.withdraw),
  serve(listings.restoreAsset,       'creator', withdrawal.restore),
  serve(listings.getRentalTerms,     'person',  getTerms),
  serve(listings.calculateProfit,    'person',  profit),
  serve(purchases.purchaseSerial,    'person',  buyByCard),
  serve(purchases.purchaseForFree,   'person',  buyFromBalance),
  serve(purchases.getDecline,        'person',  decline),
  serve(purchases.getCardState,      'any',     cardState),
  serve(purchases.cancelPurchase,    'person',  cancel),
  serve(purchases.listPurchases,     'person',  purchase.list),
  serve(purchases.getPurchase,       'person',  purchase.get),
  serve(purchases.stripeWebhook,     'any',     receiveWebhook),
  serve(refunds.listFailedRefunds,   'admin',   refund.listFailed),
  serve(draws.getDraw,               'any',     draw.get),
  serve(draws.randomlyPurchase,      'person',  draw.buyRandomly),
  serve(draws.getDrawResult,              'any',     draw.getResult),
  serve(waitings.joinWaitingRoom,    'person',  join),
  serve(waitings.leaveWaitingRoom,   'person',  leave),
  serve(waitings.getWaitingRoom,     'any',     waiting.get),
  serve(waitings.getWaitingResults,  'any',     waiting.results),
  serve(rentals.listRented,          'person',  rental.listRentals),
  serve(rentals.getRented,           'person',  rental.getOfTitle),
  serve(rentals.rentSerial,          'person',  rentByCard),
  serve(rentals.rentForFree,         'person',  rentFromBalance),
  serve(rentals.getRental,           'person',  rental.get),
  serve(coupons.occupyCarried,       'person',  occupyCarriedCode),
  serve(coupons.listCoupons,         'person',  coupon.list),
  serve(coupons.createCoupons,       'person',  createCoupons),
  serve(coupons.getCoupon,           'person',  coupon.preview),
  serve(coupons.occupyCoupon,        'person',  occupy),
  serve(coupons.listBatches,         'person',  couponBatch.list),
  serve(coupons.getBatch,            'person',  couponBatch.get),
  serve(coupons.exportBatch,         'person',  couponBatch.exportCodes),
  serve(coupons.revokeBatch,         'person',  couponBatch.revoke),
]
