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
  fault('nobody needs a pass', PASS, ['if (!pass || pass.ends_at <= at)', 'if (pass && pass.ends_at <= at)'], PATHS, 'no purchase bypasses'),
  fault('a pass lasts for ever', PASS, ['if (!pass || pass.ends_at <= at)', 'if (!pass)'], TURN, 'an unused turn'),
  fault('a pass is good for any number of orders', PASS, ['where ${mine} and not ${isPassUsed}', 'where ${mine}'], TURN, 'choose another number'),
  fault('a pass is good twice at once', PASS, ['    passes.delete(key)\n', ''], RACES, 'with one pass'),
  fault('an early list never waits', PASS, ['offer?.allowlist_id === null || offer?.reserved_until !== null', 'offer?.allowlist_id === null'], PATHS, 'with early access'),
  fault('whom a copy is held for waits all the same', PASS, ['|| !isForAll ', ''], PATHS, 'with early access'),
  fault('passes are not locked', PASS, ['order by id for no key update`', 'order by id`'], RACES, 'keeps the turn|with one pass'),
  fault('what was ordered with a pass is forgotten', 'src/sales/purchase/order.ts', ['await saveUsedPasses(tx, guards)\n', '\n'], TURN, 'an unused turn'),
  fault('one may take what others were let in for', PASS, ['count > 1 && count > available', 'count > 12'], TURN, 'cannot take copies'),
  fault('who wants several does not wait', PASS, [`where id = \${room.room_id}${LOCK}`, 'where id = ${room.room_id}'], RACES, 'order of several'),
  fault('a group is sold before its start', PASS, ['if (at < starts_at && group_key)', 'if (at > starts_at && group_key)'], PATHS, 'no purchase bypasses'),
  fault('more people are let in than copies are left', ADMIT, ['Math.min(allowed, free)', 'allowed'], TURN, 'an unused turn'),
  fault('who has been let in is not counted', ADMIT, ['stock.free - stock.passes', 'stock.free'], TURN, 'an unused turn'),
  fault('people are let in for what is sold later', 'src/sales/waiting-room/stock.ts', ['coalesce(sale_starting_at <= ${at}, true)', 'true'], PATHS, 'own sale'),
  fault('people are let in at any rate', ADMIT, ['Math.floor(passed / gap) + 1', '1_000'], TURN, 'at the rate'),
  fault('after a pause a crowd is let in', ADMIT, ['due < latest ? latest : due', 'due'], TURN, 'at the rate'),
  fault('the draw does not wait for who is coming in', FINISH, ['where id = ${room_id} for update`', 'where id = ${room_id}`'], RACES, 'is joining'),
  fault('who comes after the start is drawn too', ADMIT, [`    .where('joined_at', '<', starts_at)\n`, ''], ROOM, 'fifty'),
  fault('the line is not that of the draw', ADMIT, [`    .orderBy('place', (by) => by.asc().nullsLast())\n`, ''], ROOM, 'fifty'),
  fault('one person has several places', LINE, ['if (await activePlace(tx, room_id, account_id)) return\n', '\n'], ROOM, 'ten joins'),
  fault('joins of one person run side by side', LINE, [`\${account_id}${LOCK}`, '${account_id}'], RACES, 'two joins'),
  fault('a turn ends while its order is on the way', FINISH, ['await passes(tx, room_id, condition, sql`order by id for no key update`)\n', '\n'], RACES, 'keeps the turn'),
  fault('the start moves when people have come', 'src/catalog/asset/edit.ts', [`if (open) fail('waiting_room_opened')`, ''], `${ROOM} ${PATHS}`, 'fixes the start|keeps its start'),
]
