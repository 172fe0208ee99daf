import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { keyOf } from './market-view.shared.ts'
import { type SavedSearch, type Search, SEARCHES_MAX } from './saved-search.shared.ts'
import type * as schema from './saved-search.shared.ts'

/** Lists the caller's saved searches: `GET /saved_searches`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listSavedSearches>> {
  const rows = await searchesOf(ctx.db, currentPerson(ctx).account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { items: rows.map(shown) }
}

/**
 * Saves a search of the caller's, or returns the same one that they have: `POST /saved_searches`. Refuses
 * `search_without_filter` and `too_many_saved_searches`.
 */
export async function save(
  ctx: Ctx,
  { name, search, alerts }: BodyOf<typeof schema.saveSearch>,
): Promise<SavedSearch> {
  const { account_id, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const key = keyOf(search)
  if (key === '') fail('search_without_filter')
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    const all = await searchesOf(tx, account_id).execute()
    const same = all.find((one) => one.key === key)
    if (same) return shown(same)
    if (all.length >= SEARCHES_MAX) fail('too_many_saved_searches', { limit: SEARCHES_MAX })
    const at = ctx.time().toISOString()
    const row = { account_id, name, key, search: JSON.stringify(search), country: ctx.country }
    const saved = await tx
      .insertInto('saved_search')
      .values({ ...row, alerts_since: alerts ? at : null, created_at: at })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return shown(saved)
  })
}

/** Renames a search of the caller's or switches its alerts: `PATCH /saved_searches/{id}`. */
export async function update(
  ctx: Ctx,
  { id, name, alerts }: BodyOf<typeof schema.updateSavedSearch>,
): Promise<SavedSearch> {
  const { account_id } = currentPerson(ctx)
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    const before = await searchesOf(tx, account_id).where('id', '=', id).executeTakeFirst()
    if (!before) return fail('not_found')
    const since = before.alerts_since ?? ctx.time().toISOString()
    const updated = await tx
      .updateTable('saved_search')
      .set({
        name: name ?? before.name,
        alerts_since: (alerts ?? before.alerts_since !== null) ? since : null,
        country: ctx.country,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    return shown(updated)
  })
}

/** Removes a search of the caller's: `DELETE /saved_searches/{id}`. */
export async function remove(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.removeSavedSearch>,
): Promise<{ id: string }> {
  const removed = await ctx.db
    .deleteFrom('saved_search')
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .returning('id')
    .executeTakeFirst()
  return removed ?? fail('not_found')
}

const columns = ['id', 'name', 'key', 'search', 'alerts_since', 'created_at'] as const

const searchesOf = (db: Db | Tx, account_id: string) =>
  db.selectFrom('saved_search').select(columns).where('account_id', '=', account_id)

type Row = Awaited<ReturnType<ReturnType<typeof searchesOf>['executeTakeFirstOrThrow']>>

const shown = ({ id, name, search, alerts_since, created_at }: Row): SavedSearch => ({
  id,
  name,
  search: search as Search,
  created_at,
  alerts: alerts_since !== null,
})
