import { mutation } from './source-mutations.ts'

const DELETION = 'src/finance/account/deletion.ts'
const ERASE = 'src/finance/account/erased-tables.ts'
const TEST = 'src/finance/account/deletion.test.ts'
const RACES = 'src/finance/account/deletion-races.test.ts'

/** Mutations that delete an account with something of value, or leave something of its person. */
// oxfmt-ignore
export const deletionMutations = [
  mutation('a deletion does not wait for what the account does', DELETION, ['    await lockActor(tx, account_id)\n', '    void lockActor\n'], RACES, 'a gift that is claimed before'),
  mutation('a deletion is not checked again under its locks', DELETION, ['    refuse(await termsOf(tx, account_id, at), copies)\n', ''], RACES, 'no yen goes to a deleted account'),
  mutation('an account with an obstacle is deleted', DELETION, ["if (first) fail('deletion_blocked', { obstacle: first.kind })", 'void first'], TEST, 'what must be settled first'),
  mutation('copies are given up by surprise', DELETION, ["if (copies !== owned) fail('deletion_copies_differ', { copies: owned })", 'void owned'], TEST, 'copies are given up only'),
  mutation('an account is deleted without a proof', DELETION, ["  await confirmStep(ctx, confirmation, 'deletion')\n", '  void confirmation, confirmStep\n'], TEST, 'needs its own code'),
  mutation('a code of another purpose deletes an account', DELETION, ["confirmStep(ctx, confirmation, 'deletion')", "confirmStep(ctx, confirmation, 'sign_in')"], TEST, 'needs its own code'),
  mutation('points do not stand in the way', DELETION, ["${balance('points')} as points", '0 as points'], TEST, 'what must be settled first'),
  mutation('a payment that is in progress does not stand in the way', DELETION, ["in (buyer, seller) and status = 'reserved'", "in (buyer, seller) and status = 'refunded'"], TEST, 'what must be settled first'),
  mutation('the offers of a deleted account stay', DELETION, ['    await delistByPlatform(tx, listings, at)\n', '    void delistByPlatform, listings\n'], TEST, 'what ends with an account'),
  mutation('a coupon of a deleted account keeps its copy', DELETION, ['    await expireCouponsOf(tx, account_id, at) //', '    void expireCouponsOf //'], TEST, 'a coupon holds'),
  mutation('places in waiting rooms stay', DELETION, ['    await leaveRooms(tx, account_id, ctx.time())\n', '    void leaveRooms\n'], RACES, 'no place in a waiting room'),
  mutation('mails that wait keep the address', DELETION, ['    await dropJobsNaming(tx, email)\n', '    void dropJobsNaming\n'], TEST, 'a mail that waits'),
  mutation('sessions outlive the account', ERASE, ["  { table: 'session', where: 'account_id = $1' },\n", ''], TEST, 'opens nothing'),
  mutation('a deletion takes the place of whoever had the address before', ERASE, ['(account_id is null and email = lower($2))', 'email = lower($2)'], 'src/sales/free-rental/free-rental.test.ts', 'by address and moves'),
  mutation('what came while the account was deleted stays', DELETION, ['  await inTx(ctx, (tx) => eraseRows(tx, { account_id, ...account }))', ''], TEST, 'erased ten minutes later'),
  mutation('codes keep a former address', 'src/accounts/account/account.ts', ['      await forgetUsedCodes(tx, old)\n', ''], TEST, 'had before'),
  mutation('a deleted account gets mails', 'src/platform/mail/send.ts', ['exists (select from account where id = ${account_id} and deleted_at is not null)', 'false'], TEST, 'a mail that waits'),
  mutation('a deleted account is restored', 'src/accounts/account/suspend.ts', [".where('deleted_at', 'is', null)", ''], TEST, 'cannot restore it'),
  mutation('a deleted account may have an address again', 'src/accounts/account/account.ts', ['      deleted_at: when,\n', ''], TEST, 'finds an empty account'),
  mutation('a deleted account borrows', 'src/sales/loan/accept.ts', ['await lockActor(tx, person)', 'void lockActor'], RACES, 'what an account does'),
  mutation('a deleted account claims a gift', 'src/sales/gift/claim.ts', ['await lockActor(tx, person)', 'void lockActor'], RACES, 'what an account does'),
  mutation('a deleted account waits', 'src/sales/waiting-room/queue.ts', ['await lockActor(tx, account_id)', 'void lockActor'], RACES, 'no place in a waiting room'),
]
