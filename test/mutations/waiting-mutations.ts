import { mutation } from './source-mutations.ts'

const ADMIT = 'src/sales/waiting-room/admit.ts'
const FINISH = 'src/sales/waiting-room/end-room.ts'
const LINE = 'src/sales/waiting-room/queue.ts'
const PASS = 'src/sales/waiting-room/pass.ts'
const PATHS = 'src/sales/waiting-room/purchase-paths.test.ts'
const RACES = 'src/sales/waiting-room/races.test.ts'
const ROOM = 'src/sales/waiting-room/waiting.test.ts'
const HIDDEN = 'src/sales/waiting-room/hidden.test.ts'
const TURN = 'src/sales/waiting-room/turn.test.ts'
const LOCK = ' for no key update'

/** Mutations that bypass a waiting room or admit the wrong people. */
// oxfmt-ignore
export const waitingMutations = [
  mutation('a purchase needs no pass', PASS, ['if (!pass || pass.ends_at <= at)', 'if (pass && pass.ends_at <= at)'], PATHS, 'no purchase bypasses'),
  mutation('a room ends as sold out while its title is hidden', FINISH, ['if (offered === 0 && paused > 0) return undefined', 'void paused'], HIDDEN, 'hidden'),
  mutation('people are admitted for copies of a hidden title', 'src/sales/waiting-room/stock.ts', ["filter (where asset.is_public and listing.status = 'open'", "filter (where listing.status = 'open'"], HIDDEN, 'people wait on'),
  mutation('a pass never ends', PASS, ['if (!pass || pass.ends_at <= at)', 'if (!pass)'], TURN, 'an unused turn'),
  mutation('a pass is valid for several orders', PASS, ['where ${mine} and not ${isPassUsed}', 'where ${mine}'], TURN, 'choose another number'),
  mutation('a pass is valid for two simultaneous orders', PASS, ['    passes.delete(key)\n', ''], RACES, 'with one pass'),
  mutation('early access buyers never wait', PASS, ['offer?.allowlist_id === null || offer?.reserved_until !== null', 'offer?.allowlist_id === null'], PATHS, 'with early access'),
  mutation('a person with a reserved copy must wait', PASS, ['|| !isForAll ', ''], PATHS, 'with early access'),
  mutation('passes are not locked', PASS, ['order by id for no key update`', 'order by id`'], RACES, 'keeps the turn|with one pass'),
  mutation('the order of a pass is not stored', 'src/sales/purchase/order.ts', ['saveUsedPasses(tx, locked.guards)', ''], TURN, 'an unused turn'),
  mutation('an order takes copies needed for other admitted people', PASS, ['count > 1 && count > available', 'count > 12'], TURN, 'cannot take copies'),
  mutation('an order of several copies takes no room lock', PASS, [`where id = \${room.room_id}${LOCK}`, 'where id = ${room.room_id}'], RACES, 'order of several'),
  mutation('a group is sold before its sale starts', PASS, ['if (at < starts_at && group_key)', 'if (at > starts_at && group_key)'], PATHS, 'no purchase bypasses'),
  mutation('more people are admitted than copies are left', ADMIT, ['Math.min(allowed, free)', 'allowed'], TURN, 'an unused turn'),
  mutation('admitted people are not counted', ADMIT, ['stock.free - stock.passes', 'stock.free'], TURN, 'an unused turn'),
  mutation('people are admitted for copies sold later', 'src/sales/waiting-room/stock.ts', ['coalesce(sale_starting_at <= ${at}, true)', 'true'], PATHS, 'own sale'),
  mutation('people are admitted at any rate', ADMIT, ['Math.floor(passed / gap) + 1', '1_000'], TURN, 'at the rate'),
  mutation('a crowd is admitted after a pause', ADMIT, ['due < latest ? latest : due', 'due'], TURN, 'at the rate'),
  mutation('the draw does not wait for people who are joining', FINISH, ['where id = ${room_id} for update`', 'where id = ${room_id}`'], RACES, 'is joining'),
  mutation('people who join after the start are drawn too', ADMIT, [`    .where('joined_at', '<', starts_at)\n`, ''], ROOM, 'fifty'),
  mutation('people are admitted in another order than drawn', ADMIT, [`    .orderBy('place', (by) => by.asc().nullsLast())\n`, ''], ROOM, 'fifty'),
  mutation('a person has several places', LINE, ['if (await activePlace(tx, room_id, account_id)) return\n', '\n'], ROOM, 'ten joins'),
  mutation('two joins of one person run at once', LINE, ['await lockActor(tx, account_id) // so', 'void lockActor // so'], RACES, 'two joins'),
  mutation('a turn ends during its order', FINISH, ['await passes(tx, room_id, condition, sql`order by id for no key update`)\n', '\n'], RACES, 'keeps the turn'),
  mutation('a used turn never ends once its room has ended', ADMIT, ["    union select room_id from waiting_entry where status = 'admitted'\n", ''], TURN, 'before its room ended'),
  mutation('the start can move after people have joined', 'src/catalog/asset/edit.ts', [`if (open) fail('waiting_room_opened')`, ''], `${ROOM} ${PATHS}`, 'fixes the start|keeps its start'),
]
