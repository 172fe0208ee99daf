import { mutation } from './source-mutations.ts'

const SUSPEND = 'src/accounts/account/suspend.ts'
const LOCK = 'src/accounts/suspension/suspension.ts'
const OFFERS = 'src/sales/purchase/offers.ts'
const SUSPENDED = 'src/sales/listing/suspended.ts'
const PUT = 'src/admin/users/suspension.ts'
const TEST = 'src/admin/users/suspension.test.ts'
const SIGN_IN = 'src/accounts/account/suspend.test.ts'

/** Mutations that leave a suspended person a session, an offer, an order or a payout. */
// oxfmt-ignore
export const suspensionMutations = [
  mutation('a gift of a suspended giver is delivered', 'src/sales/listing/give-away.ts', ['if (await isSuspended(tx, first.giver)) await', 'if (await isSuspended(tx, first.giver)) void'], TEST, 'is not delivered'),
  mutation('a suspension is recorded as the person leaving', PUT, ['await leaveRooms(tx, id, change.at, true)', 'await leaveRooms(tx, id, change.at)'], 'src/sales/waiting-room/turn.test.ts', 'gives up their turn'),
  mutation('a suspended person keeps their sessions', SUSPEND, ["if (suspended) await tx.deleteFrom('session')", "if (!suspended) await tx.deleteFrom('session')"], TEST, 'SU-01'),
  mutation('a suspended person signs in', 'src/accounts/account/session.ts', ['  await lockActor(tx, account_id)\n  await saveLanguage', '  void lockActor\n  await saveLanguage'], SIGN_IN, 'SU-01'),
  mutation('a program of a suspended person goes on', 'src/accounts/api-key/caller.ts', ["if (suspended_at) fail('account_suspended')", ''], TEST, 'SU-01'),
  mutation('a request that began before the suspension goes on', LOCK, ['suspended_at from account where id = ${account_id} for no key update', 'suspended_at from account where id = ${account_id}'], TEST, 'SU-02'),
  mutation('administrators suspend each other', SUSPEND, ["if (suspended && role === 'ADMIN') fail('forbidden')", ''], TEST, 'SU-01'),
  mutation('a repeated suspension is recorded again', SUSPEND, ['if (suspended === (suspended_at !== null)) return false', ''], TEST, 'SU-01'),
  mutation('a suspended person orders', 'src/sales/purchase/order.ts', ["if (suspended.has(order.buyer)) return new Refusal('account_suspended')", ''], TEST, 'SU-02'),
  mutation('what an administrator offered before is sold', OFFERS, ["(suspended_at is not null or role = 'ADMIN')", 'suspended_at is not null'], 'src/sales/listing/listing-rules.test.ts', 'RO-04'),
  mutation('a copy of a suspended person is lent for free again', 'src/sales/free-rental/rent.ts', ['      and not exists (select from account where account.id = offer.creator and suspended_at is not null)\n', ''], 'src/sales/free-rental/free-rental.test.ts', 'SU-02'),
  mutation('a suspended person lists', 'src/sales/listing/listing.ts', ['    await lockActor(tx, seller)\n', '    void lockActor\n'], TEST, 'SU-02'),
  mutation('a suspended person requests a payout', 'src/finance/payout/request.ts', ['  await lockActor(tx, account_id)\n', '  void lockActor\n'], TEST, 'SU-0[23]'),
  mutation('a copy of a suspended person is sold once its hold is over', OFFERS, ["(suspended_at is not null or role = 'ADMIN')", "role = 'ADMIN'"], TEST, 'SU-02'),
  mutation('a suspension ends the listing of a copy that is being paid for', SUSPENDED, [' and ${sellers} and ${isFree(at)}', ' and ${sellers}'], TEST, 'SU-02'),
  mutation('a suspension keeps unsent payouts', PUT, ['      await cancelUnsent(tx, [id], at) // locks', '      void cancelUnsent // locks'], TEST, 'SU-03'),
  mutation('a suspension keeps trades open', SUSPENDED, ['  await spoilTradesWith(tx, idsOf(rows), at)\n', '  void spoilTradesWith\n'], TEST, 'SU-02'),
]
