import { mutation } from './source-mutations.ts'

const ACQUIRE = 'src/catalog/allowlist/acquisition.ts'
const LOTS = 'src/sales/draw/lots.ts'
const LISTS = 'src/catalog/allowlist/allowlist.test.ts'
const PEOPLE = 'src/catalog/allowlist/people.test.ts'
const MOVES = 'src/catalog/allowlist/moves.test.ts'
const PATHS = 'src/catalog/allowlist/channels.test.ts'

/** Mutations of allowlists and countries that admit the wrong buyer or count wrongly. */
// oxfmt-ignore
export const allowlistMutations = [
  mutation('an allowlist does not check the buyer', ACQUIRE, ['early_from === null && !isListed)', "early_from === null && !isListed && at === '')"], LISTS, 'who is not on the list'),
  mutation('copies reserved by an allowlist are rented to anyone', ACQUIRE, ['return isFree || lists.has(terms.allowlist_id!)', 'return isFree || terms'], PATHS, 'rented only by people'),
  mutation('an early access list admits everyone', ACQUIRE, ['isListed && early_from !== null', 'early_from !== null'], LISTS, 'buy before the others'),
  mutation('an allowlist reserves copies a moment too long', ACQUIRE, ['at < reserved_until', 'at <= reserved_until'], LISTS, 'buy before the others'),
  mutation('an allowlist’s maximum is one too high', 'src/sales/purchase/decide.ts', ["if (n > limit) return no('max_holding", "if (n > limit + 1) return no('max_holding"], LISTS, 'one person’s maximum'),
  mutation('copies being paid for do not count for an allowlist’s maximum', ACQUIRE, ["and status = 'reserved' and transfers_copy\n    ) as copy", "and status = 'x'\n    ) as copy"], LISTS, 'the maximum counts'),
  mutation('a changed e-mail address passes on its place on an allowlist', ACQUIRE, ['  await bindAddresses(tx, lists, people)\n', ''], PEOPLE, 'a listed address waits'),
  mutation('a restored place goes to whoever has its address now', 'src/catalog/allowlist/people.ts', ['living.has(account_id) ? { ...line, account_id } : []', 'living.has(account_id) ? line : []'], MOVES, 'removed and restored'),
  mutation('the restored place of a deleted account waits for the next owner of its address', 'src/catalog/allowlist/people.ts', ['{ ...line, account_id } : []', '{ ...line, account_id } : line'], MOVES, 'removed and restored'),
  mutation('the places of one list are restored to another', 'src/catalog/allowlist/places.ts', ['=> `places on ${allowlist_id}`', "=> allowlist_id && 'places'"], MOVES, 'removed and restored'),
  mutation('a draw includes reserved copies', LOTS, ['!refusal && left !== 0', 'left !== 0'], PATHS, 'a draw takes only'),
  mutation('a draw ignores an allowlist’s maximum', LOTS, ['return left.length > 0 ? Math.max(0, Math.min(...left)) : null', 'return null'], PATHS, 'a draw takes only'),
  mutation('other people see copies as reserved for them', 'src/catalog/serial/serial.ts', ["reserved_until is null then 'reserved_for_another'", "reserved_until is null then 'reserved_for_you'"], LISTS, 'and guests learn no more'),
  mutation('an unknown country counts as Japan', 'src/core/http/caller.ts', ['countries.countryOf(ip) ?? UNKNOWN', "countries.countryOf(ip) ?? 'JP'"], 'src/integrations/geoip.test.ts', 'the proxy is trusted'),
  mutation('a visitor’s claim about their country is trusted', 'src/core/http/caller.ts', ['if (!isInNetworks(peer, trustedProxies))', 'if (!isInNetworks(peer, trustedProxies) && !regionHeader)'], 'src/integrations/geoip.test.ts', 'the proxy is trusted'),
]
