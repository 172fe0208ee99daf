import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { marketConditions } from '#src/catalog/asset/filter-conditions.ts'
import {
  beginsWith,
  foundBrands,
  foundCreators,
  foundTitles,
  hasNumber,
  isNamed,
  numberIn,
} from '#src/catalog/asset/text-search.ts'
import { cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'
import { type listSuggestions, SUGGESTIONS_MAX } from './suggestion.shared.ts'

type Reply = ReplyOf<typeof listSuggestions>
const QUICK = { quick: true }

/** Suggests titles and brands for a search text. Hidden ones are suggested to nobody. */
export const list = (ctx: Ctx, query: BodyOf<typeof listSuggestions>): Promise<Reply> =>
  cachedForGuests(ctx, query, async (reader) => {
    const [titles, brands] = await Promise.all([
      titlesFor(reader, query.q),
      brandsFor(reader, query.q),
    ])
    return { titles, brands }
  })

async function titlesFor({ db }: Pick<Ctx, 'db'>, q: string) {
  const numbered = numberIn(q)
  const number = numbered
    ? sql`case when ${hasNumber(numbered)} and not ${isNamed('title', q)} then ${numbered.number}::int end`
    : sql`null::int`
  const { rows } = await sql<Reply['titles'][number]>`
    select kid, title, ${brandFacts} as brand, poster, ${number} as number
    from asset join asset_offer offer using (kid) left join brand on brand.id = brand_id
    where kid in ${foundTitles(q, QUICK)} and ${sql.join(marketConditions({}), sql` and `)}
    order by ${beginsWith('title', q)} desc, ${number} is not null desc,
      asset.published_at desc, asset.kid
    limit ${SUGGESTIONS_MAX.titles}
  `.execute(db)
  return rows
}

async function brandsFor({ db }: Pick<Ctx, 'db'>, q: string) {
  const { rows } = await sql<Reply['brands'][number]>`
    select brand.name, brand.account, brand.verified_at is not null as is_verified,
      owner.username as owner_username, hero_picture as picture
    from brand join account owner on owner.id = brand.owner
    where (brand.id in ${foundBrands(q, QUICK)} or brand.owner in ${foundCreators(q, QUICK)})
      and brand.hidden_at is null
      and exists (select from asset where brand_id = brand.id and asset.is_public)
    order by ${beginsWith('name', q)} desc, brand.name, brand.id limit ${SUGGESTIONS_MAX.brands}
  `.execute(db)
  return rows
}
