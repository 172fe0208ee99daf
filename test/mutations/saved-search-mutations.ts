import { mutation } from './source-mutations.ts'

const SEARCH = 'src/sales/market/saved-search.ts'
const VIEW = 'src/sales/market/market-view.shared.ts'
const ALERTS = 'src/sales/market/search-alerts.ts'
const FILTERS = 'src/catalog/asset/filter-conditions.ts'
const TEST = 'src/sales/market/saved-search.test.ts'
const TOLD = 'src/sales/market/search-alerts.test.ts'

/** Mutations that show or change what others saved, or tell people twice or of what they may not see. */
// oxfmt-ignore
export const savedSearchMutations = [
  mutation('searches that others saved are listed', SEARCH, [".select(columns).where('account_id', '=', account_id)", '.select(columns)'], TEST, 'its person alone'),
  mutation('searches that others saved are removed', SEARCH, ["    .where('account_id', '=', currentPerson(ctx).account_id)\n", ''], TEST, 'its person alone'),
  mutation('people who ask at once save too many searches', SEARCH, ["fail('search_without_filter')\n  return inTx(ctx, async (tx) => {\n    await lockAccount(tx, account_id)", "fail('search_without_filter')\n  return inTx(ctx, async (tx) => {"], TEST, 'at most 50'),
  mutation('a search for everything is saved', SEARCH, ["if (key === '') fail('search_without_filter')", ''], TEST, 'without words and filters'),
  mutation('a search with a price is taken for one without', VIEW, ["(name === 'page' && value === 0)", 'value === 0'], TEST, 'of its address'),
  mutation('the order of a search makes it another one', VIEW, ["sort_by: 'newest' }))\n  const key", 'sort_by: search.sort_by }))\n  const key'], TEST, 'of its address'),
  mutation('creators are told of their own titles in a search', ALERTS, [' and asset.creator <> saved_search.account_id', ''], TOLD, 'or of their own'),
  mutation('sellers are told of their own offers in a search', ALERTS, [' and listing.seller <> saved_search.account_id', ''], TOLD, 'or of their own'),
  mutation('titles for Japan are new in searches abroad', ALERTS, ["and ${isToSee('saved_search')}\n      and ${sql.join", 'and ${sql.join'], TOLD, 'may not see'),
  mutation('people are told of copies kept for others', ALERTS, [" and ${isOfferedAt(now, 'saved_search')})", ')'], TOLD, 'kept for others'),
  mutation('people are told again of a title in their search', ALERTS, ['on conflict do nothing returning', 'on conflict on constraint search_match_once do update set batch = excluded.batch returning'], TOLD, 'repeated or failed job'),
  mutation('people are told of what was in their search before', ALERTS, ['and not exists (\n        select from listing where ${sought}', 'and not exists (\n        select from listing where false and ${sought}'], TOLD, 'told once'),
  mutation('people are told of what opened while alerts were off', ALERTS, ['greatest(saved_search.alerts_since, ${after}::timestamptz)', '${after}::timestamptz'], TOLD, 'its switch'),
  mutation('a copy that is listed anew makes its title new', ALERTS, ['or closed_at > ${since} - make_interval(secs => ${GONE_SECONDS})', ''], TOLD, 'listed anew'),
  mutation('searches tell of titles that they do not list', ALERTS, ['...filterConditions(search, now)', ''], TOLD, 'what the list shows'),
  mutation('copies that are reserved for others count as on sale', FILTERS, ['and early_from is null', 'and false'], 'src/catalog/asset/catalog.test.ts', 'what cannot be bought yet'),
  mutation('a sale that has ended counts as an earlier offer', ALERTS, [' and ${wasOnSale}', ''], TOLD, 'after the end of the creator'),
  mutation('searches with a price tell of other prices', FILTERS, ['price_min !== undefined && !isTrade && sql`${column} >= ${price_min}`,\n    price_max !== undefined && !isTrade && sql`${column} <= ${price_max}`,', ''], TOLD, 'another price'),
]
