import { mutation } from './source-mutations.ts'

const ACCEPT = 'src/sales/trade/accept.ts'
const EXCHANGE = 'src/sales/trade/exchange.ts'
const OFFER = 'src/sales/trade/offer.ts'
const COPIES = 'src/sales/trade/copies.ts'
const RECEIVE = 'src/sales/trade/receive.ts'
const DELIST = 'src/sales/listing/delist.ts'
const END = 'src/sales/trade-offer/end-offers.ts'
const ANSWER = 'src/sales/matching/answer.ts'
const MATCHING = 'src/sales/matching/matching.test.ts'
const MATCHING_RACES = 'src/sales/matching/races.test.ts'
const TOP_UPS = 'src/sales/trade/top-up.ts'
const TOP_UP = 'src/sales/trade/top-up.test.ts'
const TRADE = 'src/sales/trade/trade.test.ts'
const SWITCHED_OFF = 'src/sales/trade/switched-off.test.ts'
const RACES = 'src/sales/trade/races.test.ts'

/** Mutations that trade a copy twice, for nothing, against its owner's will or while it is in another deal. */
// oxfmt-ignore
export const tradeMutations = [
  mutation('an owner with a hidden name is revealed by their offers', 'src/sales/trade/lists.ts', ['case when ${named} then holder.id end', 'holder.id'], TRADE, 'names its owner to others'),
  mutation('an acceptance reads copies before locking them', COPIES, ['await lockSerials(tx, ids, time)', 'time()'], RACES, 'waited for a copy'),
  mutation('a traded copy stays in other offers', EXCHANGE, ['await spoilTradesWith(tx, ids, at)\n', ''], TRADE, 'only the first is accepted'),
  mutation('only one copy changes hands', ACCEPT, ['{ copy: swap.requested, from: swap.owner, to: swap.offeror, subject_id: swap.id },', ''], TRADE, 'swaps both'),
  mutation('a copy that its sender no longer owns is traded', ACCEPT, [`if (submitted.owner !== offeror) fail('offered_serial_gone')`, ''], TRADE, 'only the first is accepted'),
  mutation('a delisted copy is traded', DELIST, [`await spoilTradesOn(tx, ids, at)\n  await withdrawGiftsOn`, `await withdrawGiftsOn`], TRADE, 'once the wanted copy is delisted'),
  mutation('an offer that has ended is accepted', ACCEPT, [`offer.status !== 'awaiting_acceptance' || `, ''], TRADE, 'only the owner accepts'),
  mutation('an offer is accepted after its time', ACCEPT, [' || offer.expires_at <= at.toISOString()', ''], TRADE, 'lapses'),
  mutation('a copy offered in a trade is sold', 'src/sales/listing/listing-rules.ts', [`if (copy.is_offered && kind !== 'trade') return { code: 'serial_offered_in_trade' }`, ''], TRADE, 'in no other deal'),
  mutation('a copy offered in a trade is promised by a coupon', 'src/sales/listing/listing-rules.ts', ["if (copy.is_offered) return no('serial_offered_in_trade')", ''], TRADE, 'in no other deal'),
  mutation('a copy for sale is offered in a trade', COPIES, [`and listing.kind <> 'trade') then`, `and listing.kind = '') then`], TRADE, 'in no other deal'),
  mutation('anybody withdraws an offer', OFFER, [`.where(action === 'withdraw' ? 'offeror' : 'owner', '=', account)`, ''], TRADE, 'only the sender withdraws'),
  mutation('a trade ignores holding limits', RECEIVE, ['if (n >= limit)', 'if (n > limit + 100)'], TRADE, 'holding limits'),
  mutation('a trade ignores reservations', RECEIVE, ['if (code) return new Refusal(code)', ''], TRADE, 'holding limits'),
  mutation('the sender receives more than the limit', ACCEPT, [`if (receiveRefusal(sender, standings, at)) fail('partner_cannot_receive')`, ''], TRADE, 'holding limits'),
  mutation('a title without trades is traded', COPIES, [`when serial.owner <> asset.creator and not asset.trade_enabled then 'trade_disabled'`, ''], TRADE, 'AS-07'),
  mutation('others see copies open to trade that their owners may not trade', 'src/catalog/serial/serial.ts', ["(${isTradingOn} and (asset.trade_enabled or serial.owner = asset.creator))", '(${isTradingOn})'], TRADE, 'forbids trades, others'),
  mutation('copies that their owners may not trade are counted', 'src/catalog/asset/asset-rows.ts', ['case when asset.trade_enabled or offer.trade = 0 then', 'case when true then'], TRADE, 'forbids trades, others'),
  mutation('trades go on while they are switched off', 'src/platform/settings/features.ts', ['if (!settings[name])', "if (!settings[name] && name !== 'trade_enabled')"], TRADE, 'SH-14'),
  mutation('offers hold their copies while trading is switched off', END, ["  if (!(await settingsFor(ctx)).trade_enabled) return endAll(ctx)\n", "  void settingsFor, endAll\n"], SWITCHED_OFF, 'offers end'),
  mutation('a copy open to trade is given away beside its listing', 'src/sales/listing/give-away.ts', ['  await delistIdle(tx, copies, at)\n', '  void delistIdle\n'], SWITCHED_OFF, 'in every way|ten gifts'),
  mutation('a copy open to trade is in no other deal even while trading is switched off', 'src/sales/listing/listing-rules.ts', ["not ${isTradingOn}, false) as is_idle", 'not true, false) as is_idle'], SWITCHED_OFF, 'in every way'),
  mutation('a copy open to trade is given away while trading is on', 'src/sales/listing/listing-rules.ts', ["not ${isTradingOn}, false) as is_idle", 'not false, false) as is_idle'], SWITCHED_OFF, 'before trading is switched off'),
  mutation('a pause of trading closes what is open to trade', 'src/sales/listing/idle-trades.ts', ['addSeconds(since, KEPT_SECONDS) > ctx.now', 'since > ctx.now'], SWITCHED_OFF, 'within a day'),
  mutation('a proposed trade is settled before everyone accepted', ANSWER, ['one !== mine && one.accepted_at === null', 'one !== mine && one.accepted_at !== null'], MATCHING, 'once all have accepted'),
  mutation('a proposed trade is settled without the lock of the proposal', 'src/sales/trade-offer/end-proposals.ts', ["    .forNoKeyUpdate()\n", ''], MATCHING_RACES, 'while its last acceptance waits'),
  mutation('a proposed trade moves a copy that its owner has delisted or may not trade', ANSWER, ['if (members.some(isGone))', 'if (false as boolean)'], MATCHING, 'is spoiled once'),
  mutation('a delisted copy stays in a proposed trade', END, ['  await spoilProposalsOn(tx, listing_ids, at)\n', ''], MATCHING, 'is spoiled once'),
  mutation('a proposed trade is accepted after its time', ANSWER, [' || expires_at <= at.toISOString()', ''], MATCHING, 'lapses'),
  mutation('anybody accepts a proposed trade', ANSWER, ["if (!sides.some(({ account_id }) => account_id === me)) fail('not_found')", ''], MATCHING, 'only the people'),
  mutation('a proposed trade ignores holding limits', ANSWER, ['if (refusal) throw refusal', ''], MATCHING, 'holding limits'),
  mutation('a declined trade is proposed again', 'src/sales/matching/find.ts', ['!free.known.has(ringKey(ring)) && ', ''], MATCHING_RACES, 'a search that waits'),
  mutation('a top-up is not paid', ACCEPT, ['        await payTopUp(tx, swap, pair.owner, at) // of one swap at most\n', ''], TOP_UP, 'paid with the swap'),
  mutation('a top-up pays no royalty', TOP_UPS, ['top_up_royalty: royalty,', 'top_up_royalty: 0,'], TOP_UP, 'paid with the swap'),
  mutation('an offer is accepted with an unseen top-up', ACCEPT, ['        refuseOtherTopUp(offer, top_up, settings)\n', ''], TOP_UP, 'has seen'),
  mutation('the wrong side pays the top-up', TOP_UPS, ["const isOfferor = top_up_by === 'offeror'", "const isOfferor = top_up_by !== 'offeror'"], TOP_UP, 'paid with the swap'),
  mutation('a top-up is paid from more balance than there is', TOP_UPS, ['if (balances.points + balances.sales < price)', 'if (false as boolean)'], TOP_UP, 'cannot pay'),
  mutation('top-ups go on while they are switched off', 'src/platform/settings/features.ts', ['if (!settings[name])', "if (!settings[name] && name !== 'trade_top_up_enabled')"], TOP_UP, 'switched off'),
  mutation('an offer does not lapse', END, ['expires_at <= ${at.toISOString()}', 'expires_at < ${at.toISOString()}'], TRADE, 'lapses'),
]
