import { mutation } from './source-mutations.ts'

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
export const waitingMutations = [
  mutation('nobody needs a pass', PASS, ['if (!pass || pass.ends_at <= at)', 'if (pass && pass.ends_at <= at)'], PATHS, 'no purchase bypasses'),
  mutation('a pass lasts for ever', PASS, ['if (!pass || pass.ends_at <= at)', 'if (!pass)'], TURN, 'an unused turn'),
  mutation('a pass is good for any number of orders', PASS, ['where ${mine} and not ${isPassUsed}', 'where ${mine}'], TURN, 'choose another number'),
  mutation('a pass is good twice at once', PASS, ['    passes.delete(key)\n', ''], RACES, 'with one pass'),
  mutation('an early list never waits', PASS, ['offer?.allowlist_id === null || offer?.reserved_until !== null', 'offer?.allowlist_id === null'], PATHS, 'with early access'),
  mutation('whom a copy is held for waits all the same', PASS, ['|| !isForAll ', ''], PATHS, 'with early access'),
  mutation('passes are not locked', PASS, ['order by id for no key update`', 'order by id`'], RACES, 'keeps the turn|with one pass'),
  mutation('what was ordered with a pass is forgotten', 'src/sales/purchase/order.ts', ['await saveUsedPasses(tx, guards)\n', '\n'], TURN, 'an unused turn'),
  mutation('one may take what others were let in for', PASS, ['count > 1 && count > available', 'count > 12'], TURN, 'cannot take copies'),
  mutation('who wants several does not wait', PASS, [`where id = \${room.room_id}${LOCK}`, 'where id = ${room.room_id}'], RACES, 'order of several'),
  mutation('a group is sold before its start', PASS, ['if (at < starts_at && group_key)', 'if (at > starts_at && group_key)'], PATHS, 'no purchase bypasses'),
  mutation('more people are let in than copies are left', ADMIT, ['Math.min(allowed, free)', 'allowed'], TURN, 'an unused turn'),
  mutation('who has been let in is not counted', ADMIT, ['stock.free - stock.passes', 'stock.free'], TURN, 'an unused turn'),
  mutation('people are let in for what is sold later', 'src/sales/waiting-room/stock.ts', ['coalesce(sale_starting_at <= ${at}, true)', 'true'], PATHS, 'own sale'),
  mutation('people are let in at any rate', ADMIT, ['Math.floor(passed / gap) + 1', '1_000'], TURN, 'at the rate'),
  mutation('after a pause a crowd is let in', ADMIT, ['due < latest ? latest : due', 'due'], TURN, 'at the rate'),
  mutation('the draw does not wait for who is coming in', FINISH, ['where id = ${room_id} for update`', 'where id = ${room_id}`'], RACES, 'is joining'),
  mutation('who comes after the start is drawn too', ADMIT, [`    .where('joined_at', '<', starts_at)\n`, ''], ROOM, 'fifty'),
  mutation('the line is not that of the draw', ADMIT, [`    .orderBy('place', (by) => by.asc().nullsLast())\n`, ''], ROOM, 'fifty'),
  mutation('one person has several places', LINE, ['if (await activePlace(tx, room_id, account_id)) return\n', '\n'], ROOM, 'ten joins'),
  mutation('joins of one person run side by side', LINE, [`\${account_id}${LOCK}`, '${account_id}'], RACES, 'two joins'),
  mutation('a turn ends while its order is on the way', FINISH, ['await passes(tx, room_id, condition, sql`order by id for no key update`)\n', '\n'], RACES, 'keeps the turn'),
  mutation('the start moves when people have come', 'src/catalog/asset/edit.ts', [`if (open) fail('waiting_room_opened')`, ''], `${ROOM} ${PATHS}`, 'fixes the start|keeps its start'),
]
