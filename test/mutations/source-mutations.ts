/** A broken snippet of source, and the tests that must fail. */
export interface Mutation {
  name: string
  file: string
  from: string
  to: string
  /** The paths of the test files, separated by blanks; `only` matches the titles of the tests. */
  tests: string
  only: string
}

const GUESTS = 'src/platform/guest-cache/guest-pages.test.ts'
const CLAIM = 'src/sales/coupon/claim.test.ts'
const TAKE_BACK = 'src/sales/coupon/take-back.test.ts'
const BALANCE = 'src/sales/purchase/balance.test.ts'
const ROYALTY = 'src/sales/listing/royalty.test.ts'
const CARD = 'src/sales/purchase/card.test.ts'
const DECIDE = 'src/sales/purchase/decide.test.ts'
const HOLDS = 'src/sales/purchase/holds.test.ts'
const DRAW = 'src/sales/draw/draw.test.ts'
const ORDERS = 'src/sales/purchase/several.test.ts'
const WAITING = 'src/sales/purchase/waiting.test.ts'
const PAYOUT = 'src/finance/payout/payout.test.ts'
const PAYOUT_WAITING = 'src/finance/payout/concurrency.test.ts'
const DEADLINES = 'src/finance/payout/deadlines.test.ts'
const PAUSES = 'src/finance/payout/pauses.ts'
const TIMES = 'test/times.test.ts'
const REFUND = 'src/sales/purchase/refund.test.ts'
const LIVE = 'src/platform/realtime/live.test.ts'
const SHARE = 'src/sales/share/share.test.ts'
const SEAL = 'src/catalog/provenance/seal.test.ts'
const LOCK = ' for no key update'

/** Makes a mutation from a row of a table: the original snippet and its replacement. */
export const mutation = (
  name: string,
  file: string,
  [from, to]: [string, string],
  tests: string,
  only: string,
): Mutation => ({ name, file, from, to, tests, only })

// oxfmt-ignore
const locks = [
  mutation('buyers are not locked', 'src/sales/purchase/offers.ts', [`order by id${LOCK}`, 'order by id'], WAITING, 'holding limit'),
  mutation('buyers are locked in no order', 'src/sales/purchase/offers.ts', [`order by id${LOCK}`, LOCK], WAITING, 'one order'),
  mutation('copies are not locked', 'src/catalog/serial/transfer.ts', [LOCK, ''], WAITING, 'a copy that'),
  mutation('copies are locked in no order', 'src/catalog/serial/transfer.ts', [`order by asset_token_id${LOCK}`, LOCK], WAITING, 'one order'),
  mutation('balances are not locked', 'src/ledger/ledger.ts', [`order by account_id, kind${LOCK}`, 'order by account_id, kind'], PAYOUT_WAITING, 'the balance spent meanwhile'),
  mutation('balances are locked in no order', 'src/ledger/ledger.ts', [`order by account_id, kind${LOCK}`, LOCK], WAITING, 'one order'),
  mutation('rows are not locked before a transition', 'src/core/database/events.ts', [`order by id${LOCK}`, 'order by id'], WAITING, 'ten transactions'),
  mutation('rows of a transition are locked in no order', 'src/core/database/events.ts', [`order by id${LOCK}`, LOCK], PAYOUT_WAITING, 'in id order'),
  mutation('two jobs extend the log at once', 'src/catalog/provenance/seal.ts', [`await sql\`select pg_advisory_xact_lock(hashtext('provenance_log'))\`.execute(tx)\n`, '\n'], SEAL, 'ten jobs at once'),
  mutation('records sealed before stay outside the log', 'src/catalog/provenance/seal.ts', ['where log_index is null order', `where log_index is null and status <> 'sealed' order`], SEAL, 'version before'),
  mutation('a browser believes any root', 'src/catalog/provenance/verify.shared.ts', ['!areEqual(root, tree.root)', 'false'], 'src/catalog/provenance/verify.test.ts', 'changed byte'),
  mutation('a browser believes any leaf', 'src/catalog/provenance/verify.shared.ts', ['areEqual(bytesOf(leaf.previous), hashes.at(-1)!)', 'true'], 'src/catalog/provenance/verify.test.ts', 'follows the leaves'),
  mutation('others read the leaves of a copy', 'src/catalog/certificate/certificate.ts', ['if (!row?.mine)', 'if (!row)'], 'src/catalog/certificate/certificate.test.ts', 'leaves'),
  mutation('heads of provenance are not locked', 'src/catalog/provenance/provenance.ts', [LOCK, ''], WAITING, 'ten records'),
  mutation('listing reads copies before locking them', 'src/sales/listing/listing-rules.ts', ['await lockSerials(tx, ids, time)\n', 'time()\n'], WAITING, 'waited cannot be listed|is delisted once'),
  mutation('an order reads copies before locking them', 'src/sales/purchase/offers.ts', ['await lockSerials(tx, wanted, time)\n', 'time()\n'], WAITING, 'waits for its lock is not sold'),
  mutation('a cancellation does not wait for the copy’s lock', 'src/sales/purchase/release.ts', ['await lockSerials(tx, await lockedCopiesOf(tx, order), time)\n', 'time()\n'], WAITING, 'cancel waits for the lock'),
  mutation('a payment does not wait for the copy’s lock', 'src/sales/purchase/pay.ts', ['await lockSerials(tx, copiesOf(before), ctx.time)\n', 'ctx.time()\n'], WAITING, 'its payment waits'),
  mutation('a payment decides by stale rows', 'src/sales/purchase/pay.ts', [`const order = await fitting(tx, checkout) // read again under the locks`, 'const order = before'], WAITING, 'its payment waits'),
  mutation('another amount than the buyer expects is paid', 'src/sales/purchase/checkout.ts', ["    fail('input_invalid', { field: 'amount_to_pay' })", '    void 0'], 'src/sales/purchase/balance.test.ts', 'an amount to pay'),
  mutation('a payout is cancelled by stale rows', 'src/finance/payout/payout-money.ts', ['order by id for no key update', 'order by id'], PAYOUT_WAITING, 'sent to the bank while its cancellation'),
  mutation('an end is entered beside the file of the bank', 'src/finance/payout/update.ts', ['  await lockPayouts(tx, sql`id = any(${ids}::uuid[])`)\n', '  void lockPayouts\n'], PAYOUT_WAITING, 'waits for whoever sends or cancels'),
  mutation('bank results lock their payouts in no order', 'src/finance/payout/export.ts', ['    await lockPayouts(tx, sql`id = any(${[...ids.values()]}::uuid[])`) // of both', '    // of both'], PAYOUT_WAITING, 'results of a bank lock'),
  mutation('a payout whose end is entered is sent to the bank', 'src/finance/payout/payout-money.ts', ['done_at is null and payout.id', 'false and payout.id'], PAYOUT_WAITING, 'while the bank’s file is made'),
  mutation('two jobs run the same payout update at once', 'src/finance/payout/update.ts', ['.forUpdate()\n', '\n'], PAYOUT_WAITING, 'twice at once'),
  mutation('a finished payout update runs again', 'src/finance/payout/update.ts', ['if (batch.done_at) return', ''], PAYOUT_WAITING, 'twice at once'),
]

// oxfmt-ignore
const shares = [
  mutation('the platform fee is one yen too high', 'src/core/money.ts', ['const platform_fee = part(price, feeRateBp)', 'const platform_fee = part(price, feeRateBp) + 1'], DECIDE, 'add up to its price'),
  mutation('the royalty is rounded up', 'src/core/money.ts', ['Math.floor((price * rateBp) / 10_000)', 'Math.ceil((price * rateBp) / 10_000)'], `src/core/money.test.ts ${BALANCE}`, 'shares|resale'),
  mutation('fee and royalty exceed the price', 'src/core/money.ts', ['Math.min(part(price, royaltyRateBp), price - platform_fee)', 'part(price, royaltyRateBp)'], BALANCE, 'shares add up'),
  mutation('the net amount is one yen too low', 'src/core/money.ts', ['net: price - platform_fee - royalty,', 'net: price - platform_fee - royalty - 1,'], BALANCE, 'shares add up'),
  mutation('a raised royalty counts for copies on offer', 'src/sales/deal/deals.ts', ['least(${sql.ref(listing)}.kept_royalty_bp, asset.', 'least(null, asset.'], ROYALTY, 'UP-12|AS-08'),
  mutation('a cut royalty does not count for copies on offer', 'src/sales/deal/deals.ts', ['least(${sql.ref(listing)}.kept_royalty_bp, asset.', 'coalesce(${sql.ref(listing)}.kept_royalty_bp, asset.'], ROYALTY, 'UP-12|AS-08'),
  mutation('a raised royalty counts for top-ups', 'src/sales/trade/copies.ts', ["${rateOnOffer('royalty_rate_bp', 'open_to_trade')}", 'royalty_rate_bp'], 'src/sales/trade/top-up.test.ts', 'opened to trade with'),
  mutation('a creator pays a royalty on the first sale', 'src/sales/listing/profit.ts', ['royaltyRateBp: 0', 'royaltyRateBp: royaltyRateBp ?? 0'], DECIDE, 'add up to its price'),
  mutation('the platform fee is not posted', 'src/sales/purchase/settle.ts', ['amount: of.platform_fee', 'amount: 0'], BALANCE, 'resale'),
  mutation('the royalty goes to the seller', 'src/sales/purchase/settle.ts', ['credit: to(of.creator)', 'credit: to(of.seller)'], BALANCE, 'resale'),
  mutation('the card payment is not posted', 'src/sales/purchase/settle.ts', ['amount: of.card_amount, reason', 'amount: 0, reason'], CARD, 'balance and card'),
  mutation('the balance part of a card order is not held', 'src/sales/purchase/order.ts', ['post(tx, ledger, reserved.flatMap(holdTransfers), at),', ''], CARD, 'balance and card'),
  mutation('held points are not released', 'src/sales/purchase/settle.ts', [`within(of, 'hold', 'points', of.points_used, 'release'),`, ''], HOLDS, 'come back as points'),
  mutation('an amount that is no number of yen is left out', 'src/ledger/ledger.ts', ['if (!Number.isSafeInteger(amount) || amount < 0)', 'if (false)'], 'src/ledger/balance.test.ts', 'no whole number'),
  mutation('a cached balance is one yen too low', 'src/ledger/ledger.ts', ['changes.set(debit, (changes.get(debit) ?? 0) - amount)', 'changes.set(debit, (changes.get(debit) ?? 0) - amount - 1)'], BALANCE, 'resale'),
]

// oxfmt-ignore
const purchases = [
  mutation('a sold copy is not marked as sold', 'src/sales/deal/sale.ts', ['order.isPaidFromBalance ? { ...offer, bought_by: order.buyer } : offer', 'offer'], DECIDE, 'a copy is sold once'),
  mutation('a held copy is not marked as held', 'src/sales/purchase/decide.ts', ['order.isPaidFromBalance ? next.offer : { ...next.offer, held_by: order.buyer }', 'next.offer'], DECIDE, 'is held once'),
  mutation('an order exceeds the card limit', 'src/sales/purchase/decide.ts', ['if (from_balance < least)', 'if (from_balance < 0)'], ORDERS, 'MN-04'),
  mutation('a purchase does not reduce the balance', 'src/sales/purchase/decide.ts', ['before.sales - (order.from_balance - points_used)', 'before.sales'], DECIDE, 'a balance is spent once'),
  mutation('points are spent after sales balance', 'src/sales/purchase/decide.ts', ['let points_left = Math.min(buyer.points, from_balance)', 'let points_left = Math.max(0, from_balance - buyer.sales)'], BALANCE, 'points pay before'),
  mutation('an order is accepted in part', 'src/sales/purchase/decide.ts', ['if (fault) return fault\n', 'if (fault && order.copies.length === 1) return fault\n'], DECIDE, 'decide leaves the copies'),
  mutation('the holding limit applies to the creator', 'src/sales/purchase/decide.ts', ['if (account_id === offer.creator) continue', ''], DECIDE, 'count together'),
  mutation('a refused request uses up its key', 'src/core/http/batch-requests.ts', ['storeReplies(tx, done!, refused!)', 'storeReplies(tx, done!, [])'], BALANCE, 'SL-01'),
  mutation('all viewers see a hold as their own', 'src/catalog/serial/serial.ts', ['when purchase.buyer is distinct from ${viewerOf(ctx)} then null', 'when purchase.buyer is null then null'], HOLDS, 'sees for each copy'),
  mutation('a repeated refund still counts as failed', 'src/sales/purchase/refund.ts', ['{ refund_id, refund_failed_at: null }', '{ refund_id }'], REFUND, 'RT-26'),
  mutation('a released order’s card page stays open', 'src/sales/purchase/release.ts', ['if (checkout_id) await enqueue(tx, closeCheckout, { checkout_id })', 'void checkout_id'], HOLDS, 'come back as points'),
  mutation('a claim of a code does not lock it', 'src/sales/coupon/claim.ts', ['await sql`select from coupon where id = ${id} for no key update`.execute(tx)\n', '\n'], CLAIM, 'a hundred people'),
  mutation('a claimed code is free to others', 'src/sales/coupon/coupon-status.ts', ['occupied_by === null && claimed_email === null', 'occupied_by === null'], CLAIM, 'handed over when that person|from the same browser'),
  mutation('any browser corrects the address of a claim', 'src/sales/coupon/coupon-status.ts', ['claimed_from === from', 'claimed_from !== null'], CLAIM, 'from the same browser'),
  mutation('a take-back does not lock the claim', 'src/sales/coupon/take-back.ts', ["    .where('id', '=', id)\n    .forNoKeyUpdate()", "    .where('id', '=', id)"], TAKE_BACK, 'finds it handed over'),
  mutation('a gift is taken back from the person who holds it', 'src/sales/coupon/take-back.ts', ['occupied_by !== null || expires_at', 'expires_at'], TAKE_BACK, 'a limit hinders'),
  mutation('a claim of another creator is taken back', 'src/sales/coupon/take-back.ts', ['where coupon.id = ${id} and ${visibleTo(ctx)}', 'where coupon.id = ${id} and (${visibleTo(ctx)} or true)'], TAKE_BACK, 'somebody else’s'),
  mutation('a claim is handed over though it was taken back meanwhile', 'src/sales/coupon/occupy.ts', ['isFree(delivery.coupon) ? undefined : take(tx', 'take(tx'], TAKE_BACK, 'while its person signs in'),
  mutation('an expired claim is taken back', 'src/sales/coupon/take-back.ts', ['occupied_by !== null || expires_at <= ctx.now.toISOString()', 'occupied_by !== null'], TAKE_BACK, 'has expired'),
  mutation('a claim that is taken back keeps its address', 'src/sales/coupon/take-back.ts', ['const set = { claimed_email: null, claimed_from: null, occupied_at: null }', 'const set = {}'], TAKE_BACK, 'takes one claim back'),
  mutation('a claim taken back makes a revoked code valid', 'src/sales/coupon/take-back.ts', ['if (revoked_at === null) return', 'if (revoked_at === null || at) return'], TAKE_BACK, 'revoked batch'),
  mutation('guests claim a code that is not a festival’s', 'src/sales/coupon/find-coupon.ts', ["    .where('festival', '=', true)\n", ''], CLAIM, 'only a festival'),
  mutation('an expired claim keeps its address', 'src/sales/coupon/coupon.ts', ["    .where('occupied_by', 'is', null)\n    .execute()", "    .where('occupied_by', 'is not', null)\n    .execute()"], CLAIM, 'expires with its code'),
  mutation('the account that uses a coupon is not locked', 'src/sales/coupon/occupy.ts', ['await lockActor(tx, person)\n', 'void lockActor\n'], 'src/sales/coupon/coupon.test.ts', 'while the coupon waits'),
  mutation('copies of one order do not count for the holding limit', 'src/sales/purchase/decide.ts', ['      held.set(of, n)\n', ''], DECIDE, 'count together'),
  mutation('an order is released in part', 'src/sales/purchase/release.ts', ['const ids = order.map((purchase) => purchase.id)', 'const ids = [order[0]!.id]'], ORDERS, 'releases the whole order'),
  mutation('an order is settled in part', 'src/sales/purchase/pay.ts', ['await settle(tx, order, ledger, at)', 'await settle(tx, order.slice(0, 1), ledger, at)'], ORDERS, 'one payment'),
  mutation('the price shown to the buyer is ignored', 'src/sales/purchase/decide.ts', [`if (price !== one.price)`, 'if (price < 0)'], BALANCE, 'SL-01'),
  mutation('the listing of a sold copy stays open', 'src/sales/purchase/settle.ts', ['kind.transfers_copy && sell(tx, listingsOf(some), at),', 'listingsOf(some),'], BALANCE, 'resale'),
  mutation('a sale is missing from the provenance', 'src/sales/purchase/settle.ts', ['record(tx, purchases.flatMap(provenanceOf), at),', 'provenanceOf(purchases[0]!),'], BALANCE, 'resale'),
  mutation('a sold copy stays with its seller', 'src/sales/deal/sale.ts', ['await transferSerials(tx, given, at)\n', '\n'], BALANCE, 'one copy from balance'),
  mutation('a former holding is not stored', 'src/catalog/serial/transfer.ts', ['where serial.owner <> asset.creator', 'where false'], 'test/database-rules.test.ts', 'every invalid state'),
  mutation('a repeated request runs again', 'src/core/http/idempotency.ts', ['on conflict do nothing', 'on conflict (account_id, call, key) do update set created_at = excluded.created_at'], BALANCE, 'AP-08'),
  mutation('a webhook’s signature is ignored', 'src/sales/purchase/pay.ts', [`?? fail('forbidden')`, `?? { id: 'evt_forged', type: 'forged', created: '' }`], CARD, 'forged'),
  mutation('a repeated event is processed again', 'src/sales/purchase/pay.ts', ['if (stored && checkout_id)', 'if (checkout_id)'], WAITING, 'five times'),
  mutation('a late payment is not refunded', 'src/sales/purchase/pay.ts', ['await enqueue(tx, refundPurchase, { id }, { key: `refund ${id}` })\n    }', '}'], CARD, 'RT-26'),
  mutation('a failed refund is not stored', 'src/sales/purchase/refund.ts', [`if (made?.state === 'failed') return keepFailure(ctx, id, made.id)\n`, ''], REFUND, 'before it was booked'),
  mutation('a returned refund is no longer owed', 'src/sales/purchase/refund.ts', ['order.map(bounced)', '[]'], REFUND, 'owed again'),
  mutation('a late report undoes a newer refund', 'src/sales/purchase/refund.ts', ['await lockOrder(tx, paidOn', 'await orderOf(tx, paidOn'], REFUND, 'does not undo'),
  mutation('an order is dated when it came', 'src/sales/purchase/order.ts', ['settings, now, at)', 'settings, now, now)'], TIMES, 'that waits for a lock is dated'),
  mutation('a dispute is dated when its job began', 'src/finance/dispute/dispute.ts', ['applyReport(tx, reported, since, ctx.time)', 'applyReport(tx, reported, since, () => ctx.now)'], TIMES, 'that waits for a lock is dated'),
  mutation('a copy changes hands before its last owner got it', 'src/catalog/serial/transfer.ts', ['[time(), ...rows.map(({ owned_since }) => new Date(owned_since))]', '[time()]'], TIMES, 'the clock of another server is behind'),
  mutation('a dispute does not wait for a pending refund', 'src/sales/purchase/refund.ts', ["return made?.state !== 'pending'", 'return true'], 'src/finance/dispute/late-events.test.ts', 'refund of its payment pending'),
  mutation('a lost dispute hides a refund that left before', 'src/finance/dispute/dispute.ts', ['    if (!(await bookEarlierRefund(ctx, checkout.reference!))) return // the recurring job asks again\n', ''], 'src/finance/dispute/late-events.test.ts', 'left before its dispute'),
  mutation('a failed refund hides its replacement', 'src/integrations/card-refunds.ts', ['replacementOf(first, known) ??', ''], 'src/integrations/card.test.ts', 'stays failed'),
  mutation('two jobs post the same refund', 'src/sales/purchase/refund.ts', [`if (moved.length === 0) return\n  const ledger = await lockBalances(tx, [order[0]!.buyer])`, `const ledger = await lockBalances(tx, [order[0]!.buyer])`], WAITING, 'two jobs'),
  mutation('a buyer releases a copy that they have paid', 'src/sales/purchase/release.ts', ['if (asked) await bookUnlessAnswered(ctx, body, asked.order_id)\n', ''], CARD, 'cannot be released'),
  mutation('a cancellation ends another order than it names', 'src/sales/purchase/release.ts', ['.$if(purchase_id !== undefined,', '.$if(false,'], CARD, 'names an order'),
  mutation('a repeated cancellation closes the card page of a later order', 'src/sales/purchase/release.ts', ['if (!(await earlierReply(ctx, body))) await', 'await'], `${CARD} src/sales/distribution/distribution.test.ts`, 'late repeat'),
  mutation('a hold ends without asking the provider', 'src/sales/purchase/release.ts', ['if (checkout?.paid) await payFor(ctx, checkout)\n    else if', 'if'], CARD, 'last second'),
  mutation('a card page closes before the hold ends', 'src/sales/purchase/checkout.ts', ['new Date(Math.min(wanted,', 'new Date(Math.min(addSeconds(from, least).getTime(),'], HOLDS, 'can be paid for as long'),
  mutation('a simultaneous second request releases the hold', 'src/sales/purchase/checkout.ts', [`if (error instanceof CardBusy) fail('card_unavailable', { seconds: SOON })`, ''], HOLDS, 'is free at once'),
  mutation('copies stay held without a card page', 'src/sales/purchase/checkout.ts', ['    await abandon(ctx, purchase_id)\n', ''], HOLDS, 'is free at once'),
  mutation('a payment that could not begin closes its key', 'src/sales/purchase/checkout.ts', ['if (isReleased) await forgetRequest(tx, ctx)\n', ''], `${CARD} ${DRAW} src/sales/distribution/distribution.test.ts`, 'could not begin'),
  mutation('only twenty holds end in a run', 'src/sales/purchase/release.ts', ['due.length === AT_ONCE && ended.includes(true)', 'false'], HOLDS, 'crowd'),
  mutation('a lost dispute takes one balance twice', 'src/finance/dispute/claims.ts', ['sales.set(account_id, (sales.get(account_id) ?? 0) - taken)', ''], 'src/finance/dispute/dispute.test.ts', 'their balance once'),
  mutation('a won dispute takes points twice', 'src/finance/dispute/regain.ts', ['left.set(buyer, left.get(buyer)! - points)', ''], 'src/finance/dispute/reversed-decisions.test.ts', 'are taken once'),
  mutation('a won dispute returns a copy held by another buyer', 'src/finance/dispute/claims.ts', [`and hold.asset_token_id = serial.asset_token_id and hold.status = 'reserved'`, `and hold.asset_token_id = serial.asset_token_id and hold.status = 'x'`], 'src/finance/dispute/reversed-decisions.test.ts', 'another buyer is paying for'),
  mutation('the paid amount is ignored', 'src/sales/purchase/pay.ts', [`currency === 'jpy' && amount === asked`, 'true'], WAITING, 'another amount'),
  mutation('a refund is requested twice', 'src/integrations/card-refunds.ts', ['if (made) return made', ''], 'src/integrations/card.test.ts', 'in parts'),
  mutation('another person shares a copy', 'src/sales/share/share.ts', ['if ((await holderOf(ctx, asset_token_id)) !== account_id) ', 'if (!account_id) '], SHARE, 'nobody else can get'),
  mutation('a share link survives a change of owner', 'src/sales/share/share.ts', [`'share', asset_token_id, holder, show)`, `'share', asset_token_id, show)`], SHARE, 'changes hands'),
  mutation('a HEAD request keeps a stream open', 'src/platform/realtime/live.ts', [`c.req.method === 'HEAD'`, `c.req.method === 'OPTIONS'`], LIVE, 'HEAD request'),
  mutation('event streams stay open without a change feed', 'src/platform/realtime/change-feed.ts', ['if (!open) all.end()', 'void open'], LIVE, 'not heard'),
  mutation('guests see a stale cached title', 'src/platform/guest-cache/answer-cache.ts', ['changeFeedOf(db)?.version(kid?.toLowerCase())', `''`], LIVE, 'from the cache'),
  mutation('a person gets the page of a guest', 'src/platform/guest-cache/guest-pages.ts', [`tokenOf(headers, publicUrl) === undefined && !headers.has('authorization')`, 'true'], GUESTS, 'signed in'),
  mutation('a guest with a coupon gets a cached page', 'src/platform/guest-cache/guest-pages.ts', ['isPlain && !OWN_COOKIES.some(holds)', 'isPlain'], GUESTS, 'under way'),
  mutation('a cached page keeps its nonce', 'src/platform/guest-cache/guest-pages.ts', ['const nonce = newNonce()\n  const coding', 'const nonce = first\n  const coding'], GUESTS, 'its own nonce'),
  mutation('guests get pages in another language', 'src/platform/guest-cache/guest-pages.ts', ['`page ${lang} ${country} ${address}`', '`page ${country} ${address}`'], GUESTS, 'never mix'),
  mutation('guests get pages of another country', 'src/platform/guest-cache/guest-pages.ts', ['`page ${lang} ${country} ${address}`', '`page ${lang} ${address}`'], GUESTS, 'never mix'),
  mutation('changes of the shop are not heard', 'src/platform/realtime/change-feed.ts', ['if (channel === SHOP) return versions.forget()', 'if (channel === SHOP) return'], GUESTS, 'show at once'),
]

// oxfmt-ignore
const draws = [
  mutation('a seed is used for two draws', 'src/sales/draw/draw.ts', ['(await countPaid(db, group_key, buyer)) !== n', 'n < 0'], 'src/sales/draw/concurrent-draws.test.ts', 'used and paid'),
  mutation('two draws of one seed are open at once', 'src/sales/draw/draw.ts', ['if (reserved)', 'if (reserved && n < 0)'], DRAW, 'like the numbers'),
  mutation('a draw includes resold copies', 'src/sales/draw/lots.ts', ['and serial.owner = asset.creator', ''], DRAW, 'three copies at random|differing prices'),
  mutation('a draw depends on the remaining copies', 'src/sales/draw/draw-copies.shared.ts', ['parseRanges(all)', 'parseRanges(numbers)'], DRAW, 'like the numbers'),
  mutation('a draw excludes the buyer’s own held copies', 'src/sales/draw/lots.ts', [' and buyer is distinct from ${person}', ''], DRAW, 'like the numbers'),
  mutation('an unpaid draw accepts another client seed', 'src/sales/draw/draw.ts', ['next.client_seed ?? body.client_seed', 'body.client_seed'], DRAW, 'an unpaid draw'),
  mutation('a seed is revealed before payment', 'src/sales/draw/draw.ts', [`status === 'settled' ? seed : null`, 'seed'], DRAW, 'an unpaid draw'),
  mutation('simultaneous draws keep different client seeds', 'src/sales/draw/draw.ts', [`if (earlier !== undefined && earlier !== client_seed) fail('draw_changed')`, ''], 'src/sales/draw/concurrent-draws.test.ts', 'fixes the client seed'),
  mutation('a draw of a sold copy is refused', 'src/sales/draw/draw.ts', ['if (!isLost || tries <= 1) throw error', 'throw error'], DRAW, 'ten people draw two'),
  mutation('a draw favors small remainders', 'src/sales/draw/draw-copies.shared.ts', ['const at = value % pool.length', 'const at = (value % (pool.length + 3)) % pool.length'], 'src/sales/draw/draw-copies.test.ts', 'uniform'),
]

// oxfmt-ignore
const payouts = [
  mutation('finished payouts are ended again', 'src/finance/payout/payout-money.ts', ['id = any(${moved}::uuid[])', 'id = any(${ids}::uuid[])'], PAYOUT, 'an update of many'),
  mutation('a charged payout fee is returned', 'src/finance/payout/payout-money.ts', ['withheld: returned, fee: kept', 'withheld: returned, fee: returned'], PAYOUT, 'MN-10'),
  mutation('a paid payout stays in the held money', 'src/finance/payout/payout-money.ts', ['await post(tx, ledger, transfers, at)', ''], PAYOUT, 'MN-10'),
  mutation('a payout is cancelled after its month', 'src/finance/payout/request.ts', ['payout.month !== jstMonth(ctx.now)', 'payout.month > jstMonth(ctx.now)'], PAYOUT, 'MN-09'),
  mutation('a second payout is refused only by the database', 'src/finance/payout/request.ts', ['hasOne: await hasPayoutIn(db, account_id, jstMonth(now))', 'hasOne: false'], PAYOUT_WAITING, 'form reports'),
  mutation('a payout does not wait after a change of the address', 'src/finance/payout/request.ts', ['if (isRecent(email_changed_at))', 'if (isRecent(null))'], PAYOUT, 'email address'),
  mutation('a change of the address leaves no time', 'src/accounts/account/account.ts', ['email_changed_at: ctx.time().toISOString()', 'email_changed_at: null'], 'src/finance/account/deletion.test.ts', 'had before'),
  mutation('a payout takes other terms than those shown', 'src/finance/payout/request.ts', ['const isSame = ', 'const isSame = true || '], PAYOUT, 'on other terms'),
  mutation('the payout fee is not held', 'src/finance/payout/request.ts', [`transfersOf('request', owed)`, `transfersOf('request', { ...owed, fee: 0 })`], PAYOUT, 'twenty requests'),
  mutation('payouts are exported while the books differ', 'src/finance/reconciliation/checks.ts', ['return newest.some(', 'return newest.every('], 'src/finance/reconciliation/payouts-held.test.ts', 'while the books differ'),
  mutation('ended payouts are sent to the bank', 'src/finance/payout/payout-money.ts', [`(status = 'reserved' and exported_at is null`, `(exported_at is null`], 'src/finance/payout/export.test.ts', 'reserved payouts only'),
  mutation('a payout that the bank will pay is ended by hand', 'src/finance/payout/update.ts', ['by_hand ? await notDue', 'false ? await notDue'], 'src/finance/payout/export.test.ts', 'before its transfer date'),
  mutation('tax of a payout that came back counts as withheld', 'src/finance/statement/lines.ts', ['else -withheld end', 'else 0 end'], 'src/finance/statement/statement.test.ts', 'MN-10'),
  mutation('tax of a payout that came back counts in the year', 'src/finance/statement/year-csv.ts', ['else -withheld end', 'else 0 end'], 'src/finance/statement/year-csv.test.ts', 'MN-10'),
  mutation('a bank result with another amount is accepted', 'src/finance/payout/export.ts', ['?.sent !== amount', '?.reference !== reference'], 'src/finance/payout/export.test.ts', 'a different amount'),
  mutation('earnings expire a day early', 'src/ledger/lots.ts', ['jstDayEnd(oldest, -life - 1)', 'jstDayEnd(oldest, -life)'], DEADLINES, 'MN-12'),
  mutation('released money gets a new expiry date', 'src/ledger/lots.ts', [`('release', 'payout_cancel')`, `('payout_cancel')`], DEADLINES, 'expire after their release'),
  mutation('earnings end while payouts are held', 'src/ledger/lots.ts', ['const oldest = oldestEnd(pauses, now)', 'const oldest = now'], DEADLINES, 'no earnings end'),
  mutation('earnings end with the hold of payouts', PAUSES, ['isLong ? days : 1', '0'], DEADLINES, 'days are left|by a day'),
  mutation('a short maintenance keeps earnings for a month', PAUSES, ['isLong ? days : 1', 'days'], DEADLINES, 'by a day'),
  mutation('earnings end while their owner is suspended', PAUSES, ['where account_id = ${account_id}', 'where false'], DEADLINES, 'SU-03'),
  mutation('one suspension keeps everybody’s earnings', PAUSES, ['where account_id = ${account_id}', ''], DEADLINES, 'SU-03'),
  mutation('earnings end in maintenance', PAUSES, [`'{"maintenance": true}'`, `'{"maintenance": 1}'`], DEADLINES, 'during maintenance'),
  mutation('a payout that the platform cancels keeps its old day', 'src/finance/payout/payout-money.ts', [`by === 'platform' ? 'stop' : action`, `by === 'platform' ? action : action`], DEADLINES, 'that the platform cancels'),
  mutation('people hear of a day while payouts are held', 'src/finance/payout/deadlines.ts', ['if (life.pauses.some(({ lasts }) => lasts)) return\n', ''], DEADLINES, 'books hold payouts'),
  mutation('points never expire', 'src/finance/payout/deadlines.ts', [`const KINDS = ['sales', 'points'] as const`, `const KINDS = ['sales'] as const`], DEADLINES, 'five runs'),
  mutation('an expiry warning is sent on each run', 'src/finance/payout/deadlines.ts', ['.onConflict((conflict) => conflict.doNothing())', ''], DEADLINES, 'warned by mail'),
]

// oxfmt-ignore
const comparisons = [
  mutation('a capture without a posting is not reported', 'src/finance/reconciliation/reconcile.ts', ['where (payments, captured) is distinct from (postings, posted)', 'where posted is not null and captured is distinct from posted'], 'src/finance/reconciliation/books.test.ts', 'without a posting'),
  mutation('a posting without a capture is not reported', 'src/finance/reconciliation/reconcile.ts', ['from payment full join posting', 'from payment left join posting'], 'src/finance/reconciliation/books.test.ts', 'without a posting'),
  mutation('a difference is dropped the next day', 'src/finance/reconciliation/reconcile.ts', ['if (differs(last)) return', 'if (last.id < 0) return'], 'src/finance/reconciliation/books.test.ts', 'without a gap'),
  mutation('a refund in the provider’s dashboard is not reported', 'src/finance/reconciliation/refunds.ts', ['where refunded is distinct from posted', 'where false'], 'src/finance/reconciliation/refunds.test.ts', 'provider’s dashboard'),
  mutation('a dispute blocks all payouts', 'src/finance/reconciliation/checks.ts', ['!NOTIFY_ONLY.has(sentence)', 'sentence.length > 0'], 'src/finance/reconciliation/refunds.test.ts', 'disputed'),
  mutation('a returned refund of a late payment becomes the platform’s', 'src/finance/reconciliation/external-refund.ts', ["order[0]?.status !== 'settled'", 'false'], 'src/finance/reconciliation/refunds.test.ts', 'owed to its buyer'),
  mutation('a refund that the platform bore fails unnoticed', 'src/finance/reconciliation/refunds.ts', ['for (const payment_intent of await failedLater(ctx, refunded, period.to))', 'for (const payment_intent of (await failedLater(ctx, refunded, period.to)).slice(0, 0))'], 'src/finance/reconciliation/refunds.test.ts', 'days later is found'),
  mutation('an external refund is posted twice', 'src/finance/reconciliation/external-refund.ts', ['- rows[0]!.posted', ''], 'src/finance/reconciliation/refunds.test.ts', 'provider’s dashboard'),
]

export const sourceMutations = [
  ...locks,
  ...shares,
  ...purchases,
  ...draws,
  ...payouts,
  ...comparisons,
]
