import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { endings } from '#src/sales/trade-offer/trade-offer.shared.ts'

export const MESSAGE_MAX = 500

/** A copy with the facts of its title that a tile shows, and its owner. */
export const tradeCopy = tileFacts.extend({
  asset_token_id: z.uuid(),
  number: z.int(),
  owner_account_id: z.uuid(),
  owner_username: z.string(),
})
tradeCopy.register(z.globalRegistry, { id: 'TradeCopy' })
export type TradeCopy = z.output<typeof tradeCopy>

/** A copy whose owner may be masked; the id is then null. */
const relatedCopy = tradeCopy.extend({ owner_account_id: z.uuid().nullable() })
export type RelatedCopy = z.output<typeof relatedCopy>

export const offerStatuses = ['awaiting_acceptance', 'accepted', 'canceled'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** The highest top-up in yen. */
export const TOP_UP_MAX = 9_999_999

/** Yen that one side pays from balance besides its copy: the sender or the owner of the wanted copy. */
export const topUp = z.strictObject({
  paid_by: z.enum(['offeror', 'owner']),
  price: z.int().min(1).max(TOP_UP_MAX),
})
/** A top-up with the shares of its price in yen, which do not change after the offer. */
const agreedTopUp = topUp.extend({ platform_fee: z.int(), royalty: z.int(), net: z.int() })
agreedTopUp.register(z.globalRegistry, { id: 'TradeTopUp' })
export type TopUp = z.output<typeof agreedTopUp>

/** An offer of one copy for another. The ids are lists of one element. */
const tradeOffer = z.strictObject({
  id: z.uuid(),
  status: z.enum(offerStatuses),
  /** How an offer ended without a trade; null for others. */
  ending: z.enum(endings).nullable(),
  /** The caller's side; null to administrators. */
  direction: z.enum(['sent', 'received']).nullable(),
  submitted_asset_token_ids: z.array(z.uuid()).length(1),
  requested_asset_token_ids: z.array(z.uuid()).length(1),
  /** The copies, with their owners when the offer was made. */
  submitted: tradeCopy,
  requested: tradeCopy,
  top_up: agreedTopUp.nullable(),
  message: z.string(),
  /** Administrators have hidden the message: for others than its sender it is empty. */
  message_hidden: z.boolean(),
  /** The offer that this one answers. */
  counters: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
tradeOffer.register(z.globalRegistry, { id: 'TradeOffer' })
export type TradeOffer = z.output<typeof tradeOffer>

/**
 * Offers one own copy for one copy that is open to trade. With `counters`, declines that offer and
 * answers it with this one, which may ask for any copy of its sender that is open to trade, and for the
 * copy they offered.
 */
export const offerTrade = endpoint('POST', '/assets/offer_trading_asset', {
  once: true,
  body: z.strictObject({
    my_trading_serial_id: z.uuid(),
    requested_serial_id: z.uuid(),
    requested_serial_owner_account_id: z.uuid(),
    top_up: topUp.optional(),
    message: z.string().trim().max(MESSAGE_MAX).default(''),
    counters: z.uuid().optional(),
  }),
  reply: tradeOffer,
})

/**
 * Accepts an offer for an own copy. Both copies change hands at once, and other offers with them end.
 * `top_up` repeats the offer's: it is paid with the swap.
 */
export const acceptTrade = endpoint('POST', '/assets/trade', {
  once: true,
  body: z.strictObject({
    my_trading_asset_token_id: z.uuid(),
    offering_serial_token_id: z.uuid(),
    offering_serial_owner_account_id: z.uuid(),
    top_up: topUp.optional(),
  }),
  reply: tradeOffer,
})

const ofOffer = { body: z.strictObject({ id: z.uuid() }), reply: tradeOffer }
/** Withdraws an offer that the caller has sent. */
export const withdrawTradeOffer = endpoint('POST', '/trade_offers/{id}/withdraw', ofOffer)
/** Declines an offer for a copy of the caller's. */
export const declineTradeOffer = endpoint('POST', '/trade_offers/{id}/decline', ofOffer)

/**
 * Lists offers, newest first: those the caller sent or received; all of them to administrators. Empty
 * while trading is switched off.
 */
export const listTradeOffers = endpoint('GET', '/trade_offer_logs', {
  query: z.strictObject({
    ...paging,
    direction: z.enum(['sent', 'received']).optional(),
    status: z.enum(offerStatuses).optional(),
  }),
  reply: page(tradeOffer),
})

/** A completed trade of two or three people, from one person's side. */
const completedTrade = z.strictObject({
  /** The id of the offer or of the proposal. */
  id: z.uuid(),
  at: z.iso.datetime(),
  people: z.int(),
  /** The copy that the caller got, with the person it came from as its owner. */
  got: tradeCopy,
  given: tradeCopy,
  /** The username of the person who got it. */
  given_to: z.string(),
  /** Yen paid with the trade, and what of it the receiver got. */
  top_up: z.strictObject({ paid_by_me: z.boolean(), price: z.int(), net: z.int() }).nullable(),
})
completedTrade.register(z.globalRegistry, { id: 'CompletedTrade' })
export type CompletedTrade = z.output<typeof completedTrade>

/** Lists the caller's completed trades, newest first. Empty while trading is switched off. */
export const listTrades = endpoint('GET', '/trades', {
  query: z.strictObject(paging),
  reply: page(completedTrade),
})

/** Lists the copies of a title that are open to trade, lowest number first. */
export const listTradeSerials = endpoint('GET', '/assets/{id}/trade_listing_serials', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: page(tradeCopy),
})

/** Returns the lowest number of a title that is open to trade and not the caller's; null without one. */
export const getTradeToken = endpoint('GET', '/assets/{id}/trade_listing_asset_token_id', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ asset_token_id: z.uuid().nullable() }),
})

/**
 * Returns what the caller has to do with a copy in trade: the own copies offered for it, the copies
 * wanted for it, and the offers that wait for the caller's answer, if it is the caller's.
 */
export const getTradeRelated = endpoint('GET', '/assets/trade_related_serials_data/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    copy: relatedCopy,
    is_open_to_trade: z.boolean(),
    submitted_asset_token_ids: z.array(z.uuid()),
    requested_asset_token_ids: z.array(z.uuid()),
    wait_offers: z.array(tradeOffer),
  }),
})

/** Ids in a query, separated by commas. */
const idList = z
  .string()
  .max(4_000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(100))

const ownTradeCopy = tradeCopy.extend({
  is_open_to_trade: z.boolean(),
  /** The refusal that keeps the caller from trading the copy; null without one. */
  blocked_by: z.string().nullable(),
})
ownTradeCopy.register(z.globalRegistry, { id: 'OwnTradeCopy' })
export type OwnTradeCopy = z.output<typeof ownTradeCopy>

/**
 * Lists the caller's own copies that can be offered in a trade: for the copies
 * `trading_asset_token_ids`, leaving out those already offered for one of them; to `account`, leaving
 * out titles for which it has reached a limit. `include_blocked` adds copies that cannot be traded now.
 */
export const listTradingAssets = endpoint('GET', '/assets/trading_assets', {
  query: z.strictObject({
    ...paging,
    trading_asset_token_ids: idList.optional(),
    account: z.uuid().optional(),
    kid: z.uuid().optional(),
    include_blocked: z.literal('true').optional(),
    open_to_trade: z.literal('true').optional(), // only copies that are open to trade
  }),
  reply: page(ownTradeCopy),
})

/**
 * Lists other people's copies that are open to trade and that the caller may receive, newest first: of
 * `account`; in exchange for the own copies `trading_asset_token_ids`, which then count no longer
 * towards limits per person.
 */
export const listTradable = endpoint('GET', '/assets/tradable_listed_assets', {
  query: z.strictObject({
    ...paging,
    trading_asset_token_ids: idList.optional(),
    account: z.uuid().optional(),
  }),
  reply: page(tradeCopy),
})
