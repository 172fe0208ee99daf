import { type RawBuilder, sql } from 'kysely'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'

/**
 * Selects the copy that a row is about as JSON: its title, number and what a card shows of it. `of` is
 * the row's table in the statement; `more` adds columns of the title, as in `, duration_seconds`.
 */
export const copyFacts = (
  of: 'gift' | 'loan' | 'screening',
  more: RawBuilder<unknown> = sql``,
) => sql`(
  select to_jsonb(copy) from (
    select ${sql.ref(of)}.asset_token_id, ${sql.ref(of)}.number, asset.kid, title,
      ${brandFacts} as brand, coalesce(obi, 'sumi') as obi, poster, media_type,
      copies_count, first_number${more}
    from asset left join brand on brand.id = asset.brand_id where asset.kid = ${sql.ref(of)}.kid
  ) copy)`
