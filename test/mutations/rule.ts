/** A constraint or unique index, and the change of a row of its table that violates it. */
export interface Rule {
  name: string
  table: string
  /** The condition, in SQL about `row`, that selects the row to copy. */
  where: string
  /** The fields to overwrite in the copy: an SQL expression of type jsonb, which may use `row`. */
  change: string
}

export const rule = (name: string, table: string, change: string, where = 'true'): Rule => ({
  name,
  table,
  where,
  change,
})
export const json = (text: string) => `'${text}'::jsonb`
export const priced = (text: string) =>
  `${json(text)} || '{"price": 100, "card_amount": 0, "points_used": 0, "sales_used": 100}'`
export const shared = (text: string) => json(`{"price": 100, "sales_used": 100, ${text}}`)
export const NEW_ID = `jsonb_build_object('id', gen_random_uuid())`
export const FIXED = '00000000-0000-4000-8000-000000000001' // fixed, because the expression is evaluated once for each column
export const NEW_ORDER = json(`{"id": "${FIXED}", "order_id": "${FIXED}", "reference": -1}`)
export const UNUSED_ID = `jsonb_build_object('id', 1000000)`
export const RESERVED = `row.status = 'reserved'`
export const SETTLED = `row.status = 'settled'`
export const OF_TITLE = `row.of = 'title'`
export const RENTAL = `row.kind = 'rental'`
export const OF_ACCOUNT = 'row.account_id is not null'
