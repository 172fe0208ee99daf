import { sql } from 'kysely'

/** Selects what is shown of a brand beside a title, as JSON, or null without one. The statement joins `brand`. */
export const brandFacts = sql`case when brand.id is not null then jsonb_build_object(
  'name', brand.name, 'account', brand.account, 'is_verified', brand.verified_at is not null) end`
