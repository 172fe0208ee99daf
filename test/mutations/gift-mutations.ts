import { mutation } from './source-mutations.ts'

const CLAIM = 'src/sales/gift/claim.ts'
const GIVE = 'src/sales/gift/give.ts'
const DUE = 'src/sales/gift/due.ts'
const STATES = 'src/catalog/gift/gift.ts'
const DELIST = 'src/sales/listing/delist.ts'
const TOKEN = 'src/core/link-token.ts'
const BUY = 'src/sales/gift/buy.test.ts'
const GIFT = 'src/sales/gift/gift.test.ts'

/** Mutations that give a copy twice, to the wrong person, or while it is in another deal. */
// oxfmt-ignore
export const giftMutations = [
  mutation('gifts at the same time pass the limit of a day', 'src/sales/gift/buy.ts', ['    await requireTerms(tx, ctx, gift, wanted)', '    void 0'], BUY, 'as a day allows'),
  mutation('a gift is claimed after its time', CLAIM, [' && at.toISOString() < gift.expires_at', ''], GIFT, 'opened on its day'),
  mutation('a gift is claimed before its day', CLAIM, ["if (gift.status === 'scheduled') fail('gift_not_delivered')", ''], GIFT, 'opened on its day'),
  mutation('a giver claims their own gift', CLAIM, ["if (gift.giver === person) fail('gift_to_yourself')", ''], GIFT, 'declines'),
  mutation('a claim ignores holding limits', 'src/sales/purchase/handover.ts', ['if (refusal) fail(refusal.code, refusal.params)', ''], GIFT, 'holding limits'),
  mutation('a claim leaves no record', CLAIM, ["await record(tx, [{ ...change, subject_id: id, from: giver, to: person }], at)", 'void change'], GIFT, 'claimed once'),
  mutation('any link with the id of a gift opens it', TOKEN, ['isSameSecret(linkToken(ctx, of, id), token) ? id : undefined', 'id'], GIFT, 'opens nothing'),
  mutation('a copy of another owner is given', GIVE, ['return refusal ? fail(refusal.code, refusal.params) : copy!', 'return copy!'], GIFT, 'all or none'),
  mutation('a giver withdraws what another person gave', 'src/sales/gift/rows.ts', ['where = sql`gift.id = ${id} and giver = ${currentPerson(ctx).account_id}`', 'where = sql`gift.id = ${id}`'], GIFT, 'by its giver alone'),
  mutation('a delisted gift can still be claimed', DELIST, ['await withdrawGiftsOn(tx, ids, owner.account, at)\n', ''], GIFT, 'also by delisting'),
  mutation('an expired gift keeps its copy locked', DUE, ['if (await end(tx, id, at)) await delistByPlatform(tx, [listing_id!], at)', 'await end(tx, id, at)'], GIFT, 'opened on its day'),
  mutation('a gift is delivered before its day', STATES, ['and deliver_at <= ${at.toISOString()}::timestamptz and (', 'and ('], GIFT, 'opened on its day'),
  mutation('gifts go on while they are switched off', 'src/platform/settings/features.ts', ['if (!settings[name])', "if (!settings[name] && name !== 'gift_enabled')"], GIFT, 'SH-14'),
  mutation('a bought copy is not given', 'src/sales/listing/give-away.ts', ['if (!first) return', 'if (first) return'], BUY, 'sent at once'),
  mutation('a gift is sent before it is paid', 'src/sales/gift/buy.ts', ["order.filter(({ status }) => status === 'settled')", 'order'], BUY, 'waits for the payment'),
  mutation('a gift whose payment failed waits for ever', 'src/sales/purchase/release.ts', ['await releaseGifts(tx, released_ids, at)\n', ''], BUY, 'not paid'),
  mutation('a disputed copy stays a gift', DELIST, ['await revokeGiftsOn(tx, ids, at)\n', ''], BUY, 'taken back'),
]
