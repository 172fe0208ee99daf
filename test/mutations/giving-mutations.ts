import { mutation } from './source-mutations.ts'

const CLAIM = 'src/sales/distribution/claim.ts'
const EXECUTE = 'src/sales/distribution/execute.ts'
const PAY = 'src/sales/distribution/pay.ts'
const TAKEN_BACK = 'src/sales/distribution/taken-back.test.ts'
const FORGET = 'src/catalog/distribution/forget.ts'
const DRAFTS = 'src/sales/distribution/drafts.test.ts'
const TEST = 'src/sales/distribution/distribution.test.ts'

/** Mutations that give copies twice, to the wrong people, without a fee, or for two fees. */
// oxfmt-ignore
export const givingMutations = [
  mutation('the account that claims a free copy is not locked', CLAIM, ['await lockActor(tx, person) // so', 'void lockActor // so'], TEST, 'nobody claims more|200 parallel'),
  mutation('claims have no maximum', CLAIM, ['if (limit !== null && (await', 'if (limit === 0 && (await'], TEST, 'nobody claims more'),
  mutation('a claimed copy is not read again under its lock', CLAIM, ["    join listing on listing.asset_token_id = copy.asset_token_id\n      and listing.batch = distribution.batch and listing.status = 'open'\n    where distribution_id = ${id} and copy.asset_token_id = ${token} and ${isClaimable}", '    join listing on listing.asset_token_id = copy.asset_token_id\n      and listing.batch = distribution.batch\n    where distribution_id = ${id} and copy.asset_token_id = ${token}'], TEST, 'of ten people who claim'),
  mutation('anybody claims from a distribution for a list', CLAIM, ["  if (!lists.has(allowlist_id)) fail('not_designated_acquirer')\n", '  void lists\n'], TEST, 'FD-04'),
  mutation('copies that another list reserves are given to everybody', PAY, ["if (elsewhere.has(token)) fail('reserved_elsewhere', { number: copy.number })\n", ''], TEST, 'reserved copies are not distributed'),
  mutation('a list takes copies from a distribution', 'src/catalog/allowlist/allowlist.ts', ["  if (rows[0]) fail('serial_in_distribution', rows[0])\n", '  void rows\n'], TEST, 'FD-04'),
  mutation('a list takes copies whose distribution begins', 'src/catalog/allowlist/allowlist.ts', ['    order by asset_token_id for no key update\n', '    order by asset_token_id\n'], TEST, 'reserved copies are not distributed'),
  mutation('creators claim their own copies', CLAIM, ["if (creator === person) fail('own_serial')\n", ''], TEST, 'nobody claims more'),
  mutation('free copies ignore the holding limit', CLAIM, ['if (refusal) fail(refusal.code, refusal.params)', 'void refusal'], TEST, 'a holding limit'),
  mutation('a distribution with a missing copy is executed', EXECUTE, ['mayGive && listings.length === copies', 'mayGive && listings.length <= copies'], TEST, 'if a copy is missing'),
  mutation('a distribution of a suspended creator is executed', EXECUTE, ['mayGive && listings.length === copies', 'listings.length === copies'], 'src/admin/users/suspension.test.ts', 'a paid free distribution'),
  mutation('the fee of a failed distribution is kept', EXECUTE, ['await giveBack(tx, purchase_id!, at)\n', 'void giveBack\n'], TEST, 'if a copy is missing'),
  mutation('a withdrawn title stays in its distributions', 'src/sales/listing/delist.ts', ['  await withdrawLoansOn(tx, ids, owner.account, at)\n  await leaveDistributions(tx, ids, at)\n', '  await withdrawLoansOn(tx, ids, owner.account, at)\n'], TAKEN_BACK, 'withdrawn|taken back is reserved'),
  mutation('a distribution of a suspended person stays open', 'src/sales/listing/delist.ts', ['  await revokeOn(tx, ids, at)\n  await leaveDistributions(tx, ids, at)\n', '  await revokeOn(tx, ids, at)\n'], TAKEN_BACK, 'suspended'),
  mutation('a distribution is paid twice', PAY, ["if (draft.status !== 'draft') fail('distribution_closed')\n", ''], TEST, 'of ten requests'),
  mutation('an old quote is paid', PAY, ["if (draft.quoted_until <= ctx.now.toISOString()) fail('quote_expired')\n", ''], TEST, 'a payment and its copies are kept'),
  mutation('listed copies are given away', PAY, ['if (refusal) fail(refusal.code, refusal.params)\n', ''], TEST, 'promised by a coupon'),
  mutation('a creator cancels a fee that they have paid', 'src/sales/distribution/execute.ts', ['if (asked) await bookUnlessAnswered(ctx, body, asked)\n', ''], TEST, 'cannot be cancelled once it is paid'),
  mutation('a draft is deleted while its payment begins', FORGET, ['  await lockAccount(tx, creator)\n', ''], DRAFTS, 'payment begins'),
  mutation('a draft whose fee is to be refunded is deleted', FORGET, ["not in ('canceled', 'expired', 'refunded')", "not in ('none')"], DRAFTS, 'to be refunded'),
  mutation('a list that reserves copies is deleted with its draft', 'src/catalog/allowlist/lists.ts', ["    .where('ended_at', 'is not', null)\n    .forUpdate()", '    .forUpdate()'], DRAFTS, 'taken up again'),
  mutation('drafts made at once pass their limit', 'src/sales/distribution/distribution.ts', ['    await lockAccount(tx, creator) // the drafts', '    // the drafts'], DRAFTS, 'at most fifty'),
  mutation('copies of an unpaid distribution stay locked', 'src/sales/purchase/release.ts', ['if (kind.is_of_batch) await delistBatches(tx, some, at)\n', ''], TEST, 'copies that wait'),
  mutation('an unpaid distribution stays open', 'src/sales/purchase/release.ts', ['await kind.release?.(tx, some, at)\n', ''], TEST, 'copies that wait'),
]
