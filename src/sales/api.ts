import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import { confirmRefusals } from '#src/accounts/account/step-up.ts'
import * as couponBatch from './coupon/batch.ts'
import { carried as carriedCoupon, claim as claimCoupon } from './coupon/claim.ts'
import * as coupons from './coupon/coupon.shared.ts'
import * as coupon from './coupon/coupon.ts'
import { create as createCoupons } from './coupon/issue.ts'
import { occupy, occupyCarriedCode } from './coupon/occupy.ts'
import { list as listClaims, takeBack } from './coupon/take-back.ts'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import { acquireForFree } from './distribution/claim.ts'
import * as distributions from './distribution/distribution.shared.ts'
import * as distribution from './distribution/distribution.ts'
import { cancel as cancelDistribution, end as endDistribution } from './distribution/execute.ts'
import { findOpen, readOffer } from './distribution/offer.ts'
import { pay as payDistribution } from './distribution/pay.ts'
import * as draws from './draw/draw.shared.ts'
import * as draw from './draw/draw.ts'
import * as freeRentals from './free-rental/free-rental.shared.ts'
import * as freeRental from './free-rental/free-rental.ts'
import { findOpen as findOpenFreeRental, readOffer as readFreeRental } from './free-rental/offer.ts'
import { rentAtNoCost } from './free-rental/rent.ts'
import { claim as claimGift, decline as declineGift, read as readGift } from './gift/claim.ts'
import * as gifts from './gift/gift.shared.ts'
import { give, mailAgain, withdraw as withdrawGift } from './gift/give.ts'
import { exportAll as exportGifts, list as listGifts } from './gift/rows.ts'
import * as collections from './library/brand-collection.shared.ts'
import * as collection from './library/brand-collection.ts'
import * as listings from './listing/listing.shared.ts'
import * as rentalTerms from './listing/rental-terms.shared.ts'
import * as listing from './listing/listing.ts'
import * as savedSearches from './market/saved-search.shared.ts'
import * as savedSearch from './market/saved-search.ts'
import { profit, profitOfOffer } from './listing/profit.ts'
import { getTerms } from './listing/rental-terms.ts'
import { accept as acceptLoan, decline as declineLoan, read as readLoan } from './loan/accept.ts'
import { end as endLoan, lend } from './loan/lend.ts'
import * as loans from './loan/loan.shared.ts'
import { list as listLoans } from './loan/rows.ts'
import * as withdrawal from './listing/withdraw.ts'
import { buyByCard } from './gift/buy.ts'
import { cardState } from './purchase/checkout.ts'
import { decline } from './purchase/decline.ts'
import { receiveWebhook } from './purchase/pay.ts'
import * as purchases from './purchase/purchase.shared.ts'
import * as purchase from './purchase/purchase.ts'
import * as refunds from './purchase/refund.shared.ts'
import * as refund from './purchase/refund.ts'
import { cancel } from './purchase/release.ts'
import { rentByCard } from './rental/rent.ts'
import * as rentals from './rental/rental.shared.ts'
import * as rental from './rental/rental.ts'
import { start as startRental } from './rental/start.ts'
import * as shares from './share/share.shared.ts'
import * as sharing from './share/share.ts'
import * as shelves from './shelf/shelf.shared.ts'
import * as shelf from './shelf/shelf.ts'
import * as matchAnswers from './matching/answer.ts'
import * as matches from './matching/matching.shared.ts'
import * as matchRows from './matching/proposal-rows.ts'
import { accept } from './trade/accept.ts'
import * as tradeLists from './trade/lists.ts'
import { decline as declineOffer, offer, withdraw as withdrawOffer } from './trade/offer.ts'
import * as trades from './trade/trade.shared.ts'
import { join, leave } from './waiting-room/queue.ts'
import * as waitings from './waiting-room/waiting.shared.ts'
import * as waiting from './waiting-room/waiting.ts'
import * as wishes from './wish/wish.shared.ts'
import * as wish from './wish/wish.ts'

const balanceRefusals = [
  'balance_below_zero',
  'balance_exceeds_price',
  'balance_not_enough',
] as const
const cardRefusals = [
  'balance_exceeds_available',
  'balance_leaves_too_little',
  'card_maximum_exceeded',
  'card_unavailable',
  'purchase_closed',
] as const
const orderByCardRefusals = [...cardRefusals, 'too_many_holds'] as const
/** Refusals of every order, whatever its kind of deal. */
const orderRefusals = [
  'account_suspended',
  'not_found',
  'own_serial',
  'another_user_purchasing',
  'rented_by_another',
  'paying_already',
  'seller_changed',
  'price_changed',
  'region_unavailable',
  'not_designated_acquirer',
  ...balanceRefusals,
] as const
/** Refusals of orders by which copies change hands. Rentals have no sale times, passes and limits. */
const purchaseRefusals = [
  'not_for_sale',
  'waiting_room',
  'sale_not_started',
  'sale_ended',
  'too_many_at_once',
  'max_holding_reached',
  ...orderRefusals,
] as const
const rentalRefusals = [
  'not_for_rent',
  'already_renting',
  'all_rented',
  'rental_period_changed',
  ...orderRefusals,
] as const
const drawRefusals = [
  'random_not_offered',
  'not_enough_copies',
  'draw_changed',
  'draw_unpaid',
  ...purchaseRefusals,
  ...orderByCardRefusals,
] as const
const roomRefusals = [
  'not_found',
  'waiting_room_closed',
  'own_serial',
  'max_holding_reached',
  'region_unavailable',
] as const
const withdrawalRefusals = [
  'not_found',
  'forbidden',
  'title_not_out',
  'title_is_owned',
  'serial_being_purchased',
  'serial_rented',
  'serial_reserved',
] as const
/** Refusals of copies whose title nobody deals in now. */
const titleOutRefusals = ['title_not_out', 'serial_preparing', 'title_hidden'] as const
const listingRefusals = [
  'account_suspended',
  'not_owner',
  'forbidden',
  'price_out_of_bounds',
  'rental_days_out_of_bounds',
  'trade_unavailable',
  ...titleOutRefusals,
  'not_in_brand',
  'royalty_or_minimum_missing',
  'serial_rented',
  'already_listed',
  'serial_offered_in_trade',
  'serial_being_purchased',
  'serial_reserved',
  'serial_frozen',
  'serial_downloaded',
  'serial_in_wallet',
  'secondary_sale_disabled',
  'secondary_rental_disabled',
  'trade_disabled',
  'price_below_minimum',
  'primary_rental_running',
  'rental_terms_differ',
  'secondary_rentals_listed',
] as const
/** Refusals of copies that are in another deal, or elsewhere. */
const busyRefusals = [
  ...titleOutRefusals,
  'serial_reserved',
  'serial_rented',
  'already_listed',
  'serial_being_purchased',
  'serial_frozen',
  'serial_downloaded',
  'serial_in_wallet',
] as const
const giveRefusals = ['not_owner', ...busyRefusals, 'serial_offered_in_trade'] as const
const giftRefusals = [
  'gift_unavailable',
  'gift_people_mismatch',
  'gift_to_yourself',
  'gift_days_out_of_bounds',
  'too_many_gifts',
] as const
const claimRefusals = [
  'not_found',
  'gift_unavailable',
  'gift_to_yourself',
  'gift_not_delivered',
  'gift_closed',
  'region_unavailable',
  'not_designated_acquirer',
  'max_holding_reached',
] as const
const batchRefusals = ['creators_only', 'coupon_out_of_bounds', ...giveRefusals] as const

const endRefusals = ['not_found', 'trade_unavailable', 'trade_offer_closed'] as const
/** Refusals of both sides of a trade. */
const tradeRefusals = [
  'forbidden',
  'trade_unavailable',
  'trade_disabled',
  'trade_offer_closed',
  'requested_serial_gone',
  'region_unavailable',
  'not_designated_acquirer',
  'sale_not_started',
  'sale_ended',
  'max_holding_reached',
  ...busyRefusals,
] as const
const offerRefusals = [
  'account_suspended',
  'not_found',
  'not_owner',
  'own_serial',
  'trade_offered_already',
  'too_many_trade_offers',
  'top_up_unavailable',
  'balance_not_enough',
  ...tradeRefusals,
] as const
const acceptRefusals = [
  'not_found',
  'offered_serial_gone',
  'partner_cannot_receive',
  'partner_cannot_pay',
  'top_up_unavailable',
  'balance_not_enough',
  'price_changed',
  ...tradeRefusals,
] as const

const proposalRefusals = [
  'not_found',
  'title_hidden',
  'trade_unavailable',
  'trade_proposal_closed',
  'region_unavailable',
  'not_designated_acquirer',
  'sale_not_started',
  'sale_ended',
  'max_holding_reached',
] as const

// oxfmt-ignore
export const salesApi = [
  ...section('Purchases', [
    serve(purchases.purchaseSerial,  'person', buyByCard,      'Buy copies by card', [...purchaseRefusals, ...orderByCardRefusals, ...giftRefusals]),
    serve(purchases.purchaseForFree, 'person', acquireForFree, 'Buy copies from balance, or claim a free copy', [...purchaseRefusals, ...giftRefusals, 'nothing_left', 'distribution_closed']),
    serve(purchases.cancelPurchase,  'person', cancel,         'Cancel an unpaid order', ['not_found', 'purchase_closed']),
    serve(purchases.listPurchases,   'person', purchase.list,  'List your purchases'),
    serve(purchases.getPurchase,     'person', purchase.get,   'Get one of your purchases'),
    serve(purchases.getDecline,      'person', decline,        'Get the reason for a declined card'),
    serve(purchases.getCardState,    'any',    cardState,      'Find out whether card payments are available'),
  ]),
  ...section('Rentals', [
    serve(rentals.rentSerial,  'person', rentByCard,         'Rent a copy by card', [...rentalRefusals, ...orderByCardRefusals]),
    serve(rentals.rentForFree, 'person', rentAtNoCost,       'Rent a copy from balance, or for free', [...rentalRefusals, 'free_rental_closed']),
    serve(rentals.getRental,   'person', rental.get,         'Get one of your rentals'),
    serve(rentals.startRental, 'person', startRental,        'Start the period of a rental', ['not_found', 'rental_ended']),
    serve(rentals.listRented,  'person', rental.listRentals, 'List the titles you rent'),
    serve(rentals.getRented,   'person', rental.getOfTitle,  'List your rentals of a title'),
  ]),
  ...section('Saved searches', [
    serve(savedSearches.listSavedSearches, 'person', inParts(savedSearch.list),   'List your saved searches'),
    serve(savedSearches.saveSearch,        'person', savedSearch.save,   'Save a search', ['forbidden', 'search_without_filter', 'too_many_saved_searches']),
    serve(savedSearches.updateSavedSearch, 'person', savedSearch.update, 'Rename a saved search or switch its alerts', ['not_found']),
    serve(savedSearches.removeSavedSearch, 'person', savedSearch.remove, 'Remove a saved search', ['not_found']),
  ]),
  ...section('Draws', [
    serve(draws.getDraw,          'any',    draw.get,         'Get the odds and the price of a draw'),
    serve(draws.randomlyPurchase, 'person', draw.buyRandomly, 'Buy copies drawn at random', drawRefusals),
    serve(draws.getDrawResult,    'any',    draw.getResult,   'Get a draw with everything needed to verify it'),
  ]),
  ...section('Waiting rooms', [
    serve(waitings.joinWaitingRoom,   'person', join,            'Join a waiting room', ['account_suspended', ...roomRefusals]),
    serve(waitings.leaveWaitingRoom,  'person', leave,           'Leave a waiting room', ['not_found']),
    serve(waitings.getWaitingRoom,    'any',    waiting.get,     'Get a waiting room and your place in it'),
    serve(waitings.getWaitingResults, 'any',    waiting.results, 'Get everyone’s place in the order of admission'),
  ]),
  ...section('Listings', [
    serve(listings.listSerialsForSale, 'person',  listing.list,        'List your copies', listingRefusals),
    serve(listings.delistSerials,      'person',  listing.delist,      'Take your copies off the market', ['not_owner', 'not_listed', 'serial_rented', 'serial_being_purchased']),
    serve(listings.calculateProfit,    'person',  profit,              'Calculate the shares of a price', ['not_found']),
    serve(listings.getProfitOfOffer,   'any',     profitOfOffer,       'Get the shares of the price of a copy'),
    serve(rentalTerms.getRentalTerms,     'person',  getTerms,            'Get the rental terms of a title'),
    serve(listings.withdrawAsset,      'creator', withdrawal.withdraw, 'Withdraw one of your own titles', withdrawalRefusals),
    serve(listings.restoreAsset,       'creator', withdrawal.restore,  'Undo a withdrawal', ['not_found', 'forbidden', 'title_not_out']),
  ]),
  ...section('Trades', [
    serve(trades.listTradeSerials,   'any',    tradeLists.listOfTitle,  'List the copies of a title that are open to trade', ['not_found']),
    serve(trades.getTradeToken,      'any',    tradeLists.firstOfTitle, 'Find a copy of a title that is open to trade', ['not_found']),
    serve(trades.getTradeRelated,    'person', tradeLists.related,      'Get your trade offers with a copy', ['not_found', 'trade_unavailable']),
    serve(trades.listTradingAssets,  'person', tradeLists.listOwn,      'List your copies to offer in a trade'),
    serve(trades.listTradable,       'person', tradeLists.listTradable, 'List the copies that you could trade for'),
    serve(trades.offerTrade,         'person', offer,                   'Offer one of your copies for another', offerRefusals),
    serve(trades.acceptTrade,        'person', accept,                  'Accept a trade offer', acceptRefusals),
    serve(trades.withdrawTradeOffer, 'person', withdrawOffer,           'Withdraw a trade offer', endRefusals),
    serve(trades.declineTradeOffer,  'person', declineOffer,            'Decline a trade offer', endRefusals),
    serve(trades.listTrades,         'person', tradeLists.listTrades,   'List your completed trades'),
    serve(trades.listTradeOffers,    'person', tradeLists.listOffers,   'List your trade offers'),
    serve(wishes.listWishes,         'person', wish.list,               'List what you want'),
    serve(wishes.addWish,            'person', wish.add,                'Want a title or a number', ['not_found', 'forbidden', 'own_serial', 'trade_unavailable', 'trade_disabled', 'too_many_wishes']),
    serve(wishes.removeWish,         'person', wish.remove,             'Stop wanting a title or a number', ['not_found', 'trade_unavailable']),
    serve(matches.listProposals,        'person', matchRows.list,         'List the trades proposed to you'),
    serve(matches.acceptProposal,       'person', matchAnswers.accept,    'Accept a proposed trade', proposalRefusals),
    serve(matches.declineTradeProposal, 'person', matchAnswers.decline,   'Decline a proposed trade', ['not_found', 'trade_unavailable', 'trade_proposal_closed']),
  ], 'trade_enabled'),
  ...section('Collection', [
    serve(collections.listOwnedBrands, 'person', collection.list,      'List the brands of your copies'),
    serve(collections.listPreviousCopies, 'person', collection.listPrevious, 'List the copies that were yours'),
    serve(collections.getOwnedBrand,   'person', collection.get,       'Get your copies of a brand'),
    serve(shares.getShareAddress,      'person', sharing.shareAddress, 'Get an address to share one of your copies', ['not_owner']),
    serve(shares.getSharedCopy,        'any',    sharing.getShared,    'Get a shared copy'),
    serve(shelves.getOwnShelf,         'person', shelf.getOwn,         'Get your own shelf'),
    serve(shelves.putOwnShelf,         'person', shelf.put,            'Choose what your shelf shows to everybody', ['username_not_chosen', 'changed_elsewhere', 'not_owner']),
    serve(shelves.listShelfChoices,    'person', shelf.listChoices,    'List the copies that you can put on your shelf'),
    serve(shelves.getShelf,            'any',    shelf.get,            'Get the shelf of a person'),
  ]),
  ...section('Free distributions', [
    serve(distributions.quoteDistribution,  'creator', distribution.quote,     'Calculate the fee for giving copies away', ['not_owner', ...titleOutRefusals]),
    serve(distributions.createDistribution, 'creator', distribution.create,    'Draft a free distribution', ['not_owner', ...titleOutRefusals, 'copies_of_one_title', 'people_unknown', 'too_many_people', 'too_many_drafts']),
    serve(distributions.payDistribution,    'creator', payDistribution,        'Pay the fee of a free distribution', ['account_suspended', 'not_found', 'distribution_closed', 'quote_expired', 'reserved_elsewhere', ...giveRefusals, ...balanceRefusals, ...cardRefusals]),
    serve(distributions.cancelDistribution, 'creator', cancelDistribution,     'Cancel the payment of a free distribution', ['not_found', 'distribution_closed']),
    serve(distributions.endDistribution,    'creator', endDistribution,        'End a free distribution', ['not_found', 'distribution_closed']),
    serve(distributions.listDistributions,  'creator', distribution.list,      'List your free distributions'),
    serve(distributions.getDistribution,    'creator', distribution.get,       'Get one of your free distributions'),
    serve(distributions.listClaims,         'creator', distribution.claims,    'List the claims of a free distribution'),
    serve(distributions.exportClaims,       'creator', distribution.exportAll, 'Export the claims of a free distribution as CSV'),
    serve(distributions.getOffer,           'any',     readOffer,              'Get an open free distribution'),
    serve(findDistribution,                 'any',     findOpen,               'Find the open free distribution of a title'),
  ]),
  ...section('Loans', [
    serve(loans.lendCopy,    'person', lend,        'Lend a copy to a friend', ['account_suspended', 'forbidden', 'lending_unavailable', 'lending_disabled', 'loan_to_yourself', 'loan_days_out_of_bounds', 'too_many_loans', ...giveRefusals]),
    serve(loans.listLoans,   'person', listLoans,   'List the copies you lent or borrowed', ['lending_unavailable']),
    serve(loans.endLoan,     'person', endLoan,     'End a loan', ['not_found', 'loan_closed']),
    serve(loans.getLoan,     'any',    readLoan,    'Get a loan by its link'),
    serve(loans.acceptLoan,  'person', acceptLoan,  'Borrow a copy', ['account_suspended', 'not_found', 'lending_unavailable', 'lending_disabled', 'loan_to_yourself', 'loan_closed', 'region_unavailable', 'already_renting']),
    serve(loans.declineLoan, 'any',    declineLoan, 'Decline a loan', ['not_found', 'lending_unavailable', 'loan_to_yourself', 'loan_closed']),
  ], 'lending_enabled'),
  ...section('Free rentals', [
    serve(freeRentals.createFreeRental,   'creator', freeRental.create,    'Let people rent copies for free', ['account_suspended', 'not_owner', 'copies_of_one_title', 'people_unknown', 'too_many_people', 'rental_days_out_of_bounds', ...giveRefusals]),
    serve(freeRentals.endFreeRental,      'creator', freeRental.end,       'End a free rental', ['not_found', 'free_rental_closed']),
    serve(freeRentals.listFreeRentals,    'creator', freeRental.list,      'List your free rentals'),
    serve(freeRentals.getFreeRental,      'creator', freeRental.get,       'Get one of your free rentals'),
    serve(freeRentals.listRenters,        'creator', freeRental.renters,   'List the people of a free rental'),
    serve(freeRentals.exportRenters,      'creator', freeRental.exportAll, 'Export the people of a free rental as CSV'),
    serve(freeRentals.getFreeRentalOffer, 'person',  readFreeRental,       'Get a free rental for which you are named'),
    serve(findFreeRental,                 'any',     findOpenFreeRental,   'Find the free rental of a title for which you are named'),
  ]),
  ...section('Gifts', [
    serve(gifts.giveCopies,   'person', give,         'Give copies to other people', ['account_suspended', 'forbidden', 'gift_needs_confirmation', ...confirmRefusals, ...giftRefusals, ...giveRefusals]),
    serve(gifts.listGifts,    'person', listGifts,    'List the gifts you gave or received', ['gift_unavailable']),
    serve(gifts.exportGifts,  'person', exportGifts,  'Export the gifts you gave as CSV', ['gift_unavailable']),
    serve(gifts.mailGift,     'person', mailAgain,    'Send the mail of a gift again', ['not_found', 'gift_unavailable', 'gift_by_link', 'gift_closed', 'gift_mail_limit']),
    serve(gifts.withdrawGift, 'person', withdrawGift, 'Withdraw a gift', ['not_found', 'gift_unavailable', 'gift_closed']),
    serve(gifts.getGift,      'any',    readGift,     'Get a gift by its link', ['not_found']),
    serve(gifts.claimGift,    'person', claimGift,    'Claim a gift', ['account_suspended', ...claimRefusals]),
    serve(gifts.declineGift,  'any',    declineGift,  'Decline a gift', ['not_found', 'gift_unavailable', 'gift_to_yourself', 'gift_closed']),
  ], 'gift_enabled'),
  ...section('Coupons', [
    serve(coupons.listCoupons,   'person', coupon.list,             'List your coupons'),
    serve(coupons.getCoupon,     'person', coupon.preview,          'Preview a coupon', coupons.couponRefusals),
    serve(coupons.claimCoupon,   'any',    claimCoupon,             'Claim a festival’s coupon with an e-mail address', coupons.couponRefusals),
    serve(coupons.occupyCoupon,  'person', occupy,                  'Redeem a coupon', ['account_suspended', ...coupons.couponRefusals, 'coupon_apply_failed']),
    serve(coupons.createCoupons, 'person', createCoupons,           'Create a batch of coupons', batchRefusals),
    serve(coupons.listBatches,   'person', couponBatch.list,        'List batches of coupons', ['creators_only']),
    serve(coupons.getBatch,      'person', couponBatch.get,         'Get a batch with its codes', ['creators_only']),
    serve(coupons.getDesk,       'person', couponBatch.desk,        'Get a batch with its latest claims', ['creators_only']),
    serve(coupons.listClaims,    'person', listClaims,              'List the claims of a batch that wait for a sign-in', ['creators_only']),
    serve(coupons.takeBackClaim, 'person', takeBack,                'Take back a claim that waits for a sign-in', ['creators_only', 'coupon_claim_over']),
    serve(coupons.exportBatch,   'person', couponBatch.exportCodes, 'Export the codes of a batch as CSV', ['creators_only']),
    serve(coupons.revokeBatch,   'person', couponBatch.revoke,      'Revoke the unused coupons of a batch', ['creators_only']),
  ]),
  ...section('Failed refunds', [
    serve(refunds.listFailedRefunds, 'admin', inParts(refund.listFailed), 'List refunds that a bank refused'),
  ]),
  // Without a section, so not in the description: calls that only our pages or the card provider make.
  serve(coupons.getCarriedCoupon, 'any', carriedCoupon, 'Get the coupon whose code the browser carries'),
  serve(coupons.occupyCarried,   'person', occupyCarriedCode, 'Redeem the coupon code kept during sign-in'),
  serve(purchases.stripeWebhook, 'any',    receiveWebhook,    'Receive an event of the card provider'),
]
