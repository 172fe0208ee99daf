import { mutation } from './source-mutations.ts'

const ACQUIRE = 'src/catalog/allowlist/acquisition.ts'
const LOTS = 'src/sales/draw/lots.ts'
const LISTS = 'src/catalog/allowlist/allowlist.test.ts'
const PEOPLE = 'src/catalog/allowlist/people.test.ts'
const PATHS = 'src/catalog/allowlist/channels.test.ts'

/** Reserved copies and where people are: each fault lets in somebody who is not, or counts wrong. */
// oxfmt-ignore
export const allowlistMutations = [
  mutation('who is on a list is not asked', ACQUIRE, ['early_from === null && !isListed)', "early_from === null && !isListed && at === '')"], LISTS, 'who is not on the list'),
  mutation('held copies are rented to anybody', ACQUIRE, ['return isFree || lists.has(terms.allowlist_id!)', 'return isFree || terms'], PATHS, 'rented only by people'),
  mutation('an early list lets everybody in', ACQUIRE, ['isListed && early_from !== null', 'early_from !== null'], LISTS, 'buy before the others'),
  mutation('a list holds copies a moment too long', ACQUIRE, ['at < reserved_until', 'at <= reserved_until'], LISTS, 'buy before the others'),
  mutation('a maximum is one more', 'src/sales/purchase/decide.ts', ["if (n > limit) return no('max_holding", "if (n > limit + 1) return no('max_holding"], LISTS, 'one person’s maximum'),
  mutation('what is being paid for leaves a maximum as it is', ACQUIRE, ["and status = 'reserved' and transfers_copy\n    ) as copy", "and status = 'x'\n    ) as copy"], LISTS, 'the maximum counts'),
  mutation('an address passes its place on', ACQUIRE, ['  await bindAddresses(tx, lists, people)\n', ''], PEOPLE, 'a listed address waits'),
  mutation('a draw takes reserved copies', LOTS, ['!refusal && left !== 0', 'left !== 0'], PATHS, 'a draw takes only'),
  mutation('a draw knows no maximum of a list', LOTS, ['return left.length > 0 ? Math.max(0, Math.min(...left)) : null', 'return null'], PATHS, 'a draw takes only'),
  mutation('strangers see copies as reserved for them', 'src/catalog/serial/serial.ts', ["reserved_until is null then 'reserved_for_another'", "reserved_until is null then 'reserved_for_you'"], LISTS, 'and guests learn no more'),
  mutation('a place nobody knows is Japan', 'src/core/http/caller.ts', ['countries.countryOf(ip) ?? UNKNOWN', "countries.countryOf(ip) ?? 'JP'"], 'src/integrations/geoip.test.ts', 'the proxy is trusted'),
  mutation('a visitor is believed about their country', 'src/core/http/caller.ts', ['if (!isInNetworks(peer, trustedProxies))', 'if (!isInNetworks(peer, trustedProxies) && !regionHeader)'], 'src/integrations/geoip.test.ts', 'the proxy is trusted'),
]
