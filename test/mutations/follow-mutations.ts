import { mutation } from './source-mutations.ts'

const FOLLOW = 'src/catalog/follow/follow.ts'
const NEWS = 'src/catalog/follow/news.ts'
const MAIL = 'src/catalog/follow/news-mail.ts'
const TEST = 'src/catalog/follow/follow.test.ts'
const ALERTS = 'src/catalog/follow/alerts.test.ts'
const ACQUIRABLE = 'src/catalog/follow/acquirable.ts'
const TOLD = 'src/catalog/follow/news.test.ts'

/** Mutations that show what others follow, or tell people twice or of what they may not see. */
// oxfmt-ignore
export const followMutations = [
  mutation('what others follow is listed', FOLLOW, ['where follow.account_id = ${account_id} and ${where}', 'where ${where}'], TEST, 'nobody reads'),
  mutation('what others follow is removed', FOLLOW, ["    .where('account_id', '=', currentPerson(ctx).account_id)\n", ''], TEST, 'nobody reads'),
  mutation('people who ask at once follow too much', FOLLOW, ['await lockAccount(tx, account_id)', ''], TEST, 'at most 2,000'),
  mutation('creators count followers of others', FOLLOW, ["own(ctx, 'creator', await titles.executeTakeFirst())", '(await titles.executeTakeFirstOrThrow())'], TEST, 'creators count'),
  mutation('brands show their followers to others', FOLLOW, ['  await requireOwnBrand(ctx.db, ctx, id)\n', ''], TEST, 'creators count'),
  mutation('creators are told of their own titles', NEWS, ['asset.kid = ${kid} and follow.account_id <> asset.creator', 'asset.kid = ${kid}'], TOLD, 'its creator is not'),
  mutation('news are told twice', NEWS, ['where news.account_id = person.account_id and news.batch is null', 'where news.account_id = person.account_id'], TOLD, 'once'),
  mutation('each piece of news makes a mail', NEWS, ['having min(created_at) <= ${before}', ''], TOLD, 'one mail for each person'),
  mutation('owners are told twice of further copies', NEWS, ["and not exists (select from serial", "and exists (select from serial"], TOLD, 'their own mail alone'),
  mutation('withdrawn titles are told', MAIL, ['asset.is_public', 'true'], TOLD, 'may not see'),
  mutation('titles for Japan are told abroad', MAIL, ["(not asset.only_japan_accessible or news.country = 'JP')", 'true'], TOLD, 'may not see'),
  mutation('titles reserved for others are told', MAIL, ['(reserved_copy.allowlist_id is null', '(true'], TOLD, 'may not see'),
  mutation('an old sale uses up a reminder', NEWS, ['and listing.closed_at >= least(', 'and listing.closed_at <> least('], ALERTS, 'sold out at once'),
  mutation('a sale to others uses up a reminder', NEWS, ['and listed_copy.allowlist_id <> all', 'and false and listed_copy.allowlist_id <> all'], ALERTS, 'sold out at once'),
  mutation('people are reminded of copies reserved for others', ACQUIRABLE, ['(reserved_copy.allowlist_id is null', '(true'], ALERTS, 'reserved for others'),
  mutation('people are reminded before the sale', ACQUIRABLE, ["'-infinity')", "'-infinity') - interval '1 day'"], ALERTS, 'when the sale begins'),
  mutation('alerts do not end with the sale', ACQUIRABLE, ['(asset.sale_ending_at is null', '(true'], ALERTS, 'may not buy'),
  mutation('alerts tell of own offers', NEWS, ['and listing.seller <> follow.account_id', 'and true'], ALERTS, 'own offers'),
  mutation('alerts tell of held copies', NEWS, ["and purchase.status = 'reserved'", 'and false'], ALERTS, 'held copies'),
  mutation('alerts tell of higher prices', NEWS, [' and listing.sale_price <= follow.price', ''], ALERTS, 'at its price or less'),
  mutation('alerts for a number tell of others', NEWS, ['sql`listing.asset_token_id = follow.asset_token_id`', 'sql`listing.kid = follow.kid`'], ALERTS, 'one number'),
]
