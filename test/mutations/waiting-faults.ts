import { fault } from './source-faults.ts'

const ADMIT = 'src/sales/waiting-room/admit.ts'
const FINISH = 'src/sales/waiting-room/end-room.ts'
const LINE = 'src/sales/waiting-room/queue.ts'
const PASS = 'src/sales/waiting-room/pass.ts'
const PATHS = 'src/sales/waiting-room/purchase-paths.test.ts'
const RACES = 'src/sales/waiting-room/races.test.ts'
const ROOM = 'src/sales/waiting-room/waiting.test.ts'
const TURN = 'src/sales/waiting-room/turn.test.ts'
const LOCK = ' for no key update'

/** Ways round a waiting room, and into it. */
// oxfmt-ignore
export const waitingFaults = [
  fault('nobody needs a pass', PASS, ['if (!pass || pass.ends_at <= at)', 'if (pass && pass.ends_at <= at)'], PATHS, 'no way round'),
  fault('a pass lasts for ever', PASS, ['if (!pass || pass.ends_at <= at)', 'if (!pass)'], TURN, 'a turn not taken'),
  fault('a pass is good for any number of orders', PASS, ['where ${mine} and not ${orderStands}', 'where ${mine}'], TURN, 'choose another number'),
  fault('a pass is good twice at once', PASS, ['    passes.delete(name)\n', ''], RACES, 'with one pass'),
  fault('an early list never waits', PASS, ['offer?.allowlist_id === null || offer?.reserved_until !== null', 'offer?.allowlist_id === null'], PATHS, 'early list needs'),
  fault('whom a copy is held for waits all the same', PASS, ['|| !isForAll ', ''], PATHS, 'early list needs'),
  fault('passes are not locked', PASS, ['order by id for no key update`', 'order by id`'], RACES, 'keeps the turn|with one pass'),
  fault('what was ordered with a pass is forgotten', 'src/sales/purchase/order.ts', ['await keepUses(tx, guards)\n', '\n'], TURN, 'a turn not taken'),
  fault('one may take what others were let in for', PASS, ['count > 1 && count > most', 'count > 12'], TURN, 'takes several'),
  fault('who wants several does not wait', PASS, [`where id = \${guard.room_id}${LOCK}`, 'where id = ${guard.room_id}'], RACES, 'wants several'),
  fault('a group is sold before its start', PASS, ['if (at < starts_at && group_key)', 'if (at > starts_at && group_key)'], PATHS, 'no way round'),
  fault('more people are let in than copies are left', ADMIT, ['Math.min(allowed, free)', 'allowed'], TURN, 'a turn not taken'),
  fault('who has been let in is not counted', ADMIT, ['stock.free - stock.passes', 'stock.free'], TURN, 'a turn not taken'),
  fault('people are let in for what is sold later', 'src/sales/waiting-room/stock.ts', ['coalesce(sale_starting_at <= ${at}, true)', 'true'], PATHS, 'own sale'),
  fault('people are let in at any rate', ADMIT, ['Math.floor(passed / gap) + 1', '1_000'], TURN, 'at the rate'),
  fault('after a pause a crowd is let in', ADMIT, ['asked < latest ? latest : asked', 'asked'], TURN, 'at the rate'),
  fault('the draw does not wait for who is coming in', FINISH, ['where id = ${room_id} for update`', 'where id = ${room_id}`'], RACES, 'coming in'),
  fault('who comes after the start is drawn too', ADMIT, [`    .where('joined_at', '<', starts_at)\n`, ''], ROOM, 'fifty'),
  fault('the line is not that of the draw', ADMIT, [`    .orderBy('place', (by) => by.asc().nullsLast())\n`, ''], ROOM, 'fifty'),
  fault('one person has several places', LINE, ['if (await livePlace(tx, room_id, account_id)) return\n', '\n'], ROOM, 'ten joins'),
  fault('joins of one person run side by side', LINE, [`\${account_id}${LOCK}`, '${account_id}'], RACES, 'joins twice'),
  fault('a turn ends while its order is on the way', FINISH, ['await passes(tx, room_id, over, sql`order by id for no key update`)\n', '\n'], RACES, 'keeps the turn'),
  fault('the start moves when people have come', 'src/catalog/asset/edit.ts', [`if (open) fail('waiting_room_opened')`, ''], `${ROOM} ${PATHS}`, 'its start stays|with its start'),
]
