import { type RawBuilder, sql } from 'kysely'
import type { Person } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { descriptionHtml } from '#src/catalog/asset/description.ts'
import type { Group } from './group.shared.ts'

type Sql = RawBuilder<unknown>
interface Choice {
  /** The account that views the groups; an owner also sees drafts. */
  viewer: string | undefined
  /** The SQL condition on `title_group`. */
  where: Sql
  orderBy?: Sql
  limit?: number
  offset?: number
}

/** Selects groups as a viewer sees them: the page's rows first, then their titles. */
export async function groupRows(db: Db | Tx, choice: Choice): Promise<Group[]> {
  const orderBy = choice.orderBy ?? sql`title_group.created_at desc, title_group.key`
  const { rows } = await sql<Omit<Group, 'description_html'>>`
    with title_group as (
      select * from title_group where ${choice.where}
      order by ${orderBy} limit ${choice.limit ?? 1} offset ${choice.offset ?? 0}
    )
    select title_group.key, encrypted_id, title_group.name, title_group.description,
      title_group.brand_id, ${brandFacts} as brand,
      '/media/' || (cover_picture->>'base') || '-' || (cover_picture->'widths'->>-1) || '.jpg'
        as cover_url,
      cover_picture, titles.poster, sale_starting_at, sale_ending_at, title_group.waiting_room,
      coalesce(titles.kids, '{}') as sorted_contents,
      title_group.owner as owner_account_id, title_group.created_at, title_group.edited_at
    from title_group join brand on brand.id = title_group.brand_id
    cross join lateral (
      select array_agg(kid order by position) as kids,
        (array_agg(poster order by position) filter (where poster is not null))[1] as poster
      from group_content join asset using (kid)
      where group_key = title_group.key
        and (is_public or title_group.owner = ${choice.viewer ?? null})
        and removed_at is null
    ) titles
    order by ${orderBy}
  `.execute(db)
  return rows.map((group) => ({ ...group, description_html: descriptionHtml(group.description) }))
}

/** Matches groups with a published title; others are shown only to their owner. */
export const hasPublishedTitles = sql`exists (
  select from group_content join asset using (kid)
  where group_key = title_group.key and is_public
)`

/** Matches groups that a person may see: those of a hidden brand only its owner and administrators. */
export const isGroupToSee = (person: Pick<Person, 'account_id' | 'role'> | undefined) =>
  person?.role === 'ADMIN'
    ? sql<boolean>`true`
    : sql<boolean>`(title_group.owner = ${person?.account_id ?? null} or exists (
        select from brand where brand.id = title_group.brand_id and brand.hidden_at is null))`

/** Counts the groups that match the condition. */
export async function countGroups(db: Db | Tx, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from title_group where ${where}
  `.execute(db)
  return rows[0]!.n
}
