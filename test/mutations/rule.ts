/** A rule of the database, and what to change of a row of its table to break it. */
export interface Rule {
  name: string
  table: string
  /** Which row to begin with: SQL about `row`. */
  where: string
  /** What to write otherwise in a copy of that row: SQL that makes jsonb, and may ask `row`. */
  change: string
}

export const rule = (name: string, table: string, but: string, like = 'true'): Rule => ({
  ...{ name, table, where, change },
})
export const json = (text: string) => `'${text}'::jsonb`
export const priced = (text: string) =>
  `${json(text)} || '{"price": 100, "card_amount": 0, "points_used": 0, "sales_used": 100}'`
export const shared = (text: string) => json(`{"price": 100, "sales_used": 100, ${text}}`)
export const NEW_ID = `jsonb_build_object('id', gen_random_uuid())`
export const FIXED = '00000000-0000-4000-8000-000000000001' // as `row` is asked once for each column
export const NEW_ORDER = json(`{"id": "${FIXED}", "order_id": "${FIXED}", "reference": -1}`)
export const UNUSED_ID = `jsonb_build_object('id', 1000000)`
export const RESERVED = `row.status = 'reserved'`
export const SETTLED = `row.status = 'settled'`
export const OF_TITLE = `row.of = 'title'`
export const RENTAL = `row.kind = 'rental'`
export const OF_ACCOUNT = 'row.account_id is not null'
