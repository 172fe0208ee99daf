import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { currentPerson } from '#core/context.ts'
import { csvFile } from '#core/csv.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { messageColumns, shownName } from '#src/catalog/moderation/messages.ts'
import { copyFacts } from '#src/catalog/serial/copy-facts.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import {
  type exportGifts,
  type Gift,
  type listGifts,
  MAIL_AGAIN_SECONDS,
  MAILS_AGAIN,
} from './gift.shared.ts'
import { pathOf } from './token.ts'

type Sql = RawBuilder<unknown>

export const copyOfGift = copyFacts('gift')

/** Lists the caller's gifts. */
export async function list(ctx: Ctx, query: BodyOf<typeof listGifts>) {
  requireOn(await settingsFor(ctx), 'gift_enabled')
  const { direction, status, batch, purchase_id, limit, offset } = query
  const me = currentPerson(ctx).account_id
  const where = sql`${direction === 'sent' ? sql`giver = ${me}` : sql`recipient = ${me}`}
    ${status ? sql`and gift.status = ${status}` : sql`and gift.status <> 'canceled'`}
    ${batch ? sql`and batch = ${batch}` : sql``}
    ${purchase_id ? sql`and purchase_id in (select id from purchase where order_id = ${purchase_id})` : sql``}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from gift where ${where}`.execute(
    ctx.db,
  )
  const items = await select(ctx, ctx.db, where, sql`limit ${limit} offset ${offset}`)
  return { items, total: rows[0]!.n }
}

/** Returns the gifts that the caller has given as a CSV file. */
export async function exportAll(ctx: Ctx, { batch }: BodyOf<typeof exportGifts>) {
  requireOn(await settingsFor(ctx), 'gift_enabled')
  const where = sql`giver = ${currentPerson(ctx).account_id} and gift.status <> 'canceled'
    ${batch ? sql`and batch = ${batch}` : sql``}`
  const rows = (await select(ctx, ctx.db, where)).map((gift) => [
    gift.copy.title,
    gift.copy.number,
    gift.status,
    gift.email,
    gift.path && ctx.config.publicUrl + gift.path,
    gift.partner && ctx.texts.personName(ctx.lang, gift.partner),
    gift.created_at,
    gift.deliver_at,
    gift.expires_at,
    gift.ended_at,
  ])
  const about = ['title', 'number', 'state', 'email', 'link', 'claimed_by']
  const times = ['created_at', 'deliver_at', 'expires_at', 'ended_at']
  return csvFile('gifts.csv', [...about, ...times], rows)
}

/** Returns one gift that the caller has given, or refuses `not_found`. */
export async function givenById(ctx: Ctx, db: Db | Tx, id: string): Promise<Gift> {
  const where = sql`gift.id = ${id} and giver = ${currentPerson(ctx).account_id}`
  const [found] = await select(ctx, db, where)
  return found ?? fail('not_found')
}

/** Returns the gifts that the caller made at once. */
export const givenByIds = (ctx: Ctx, db: Db | Tx, ids: string[]): Promise<Gift[]> =>
  select(ctx, db, sql`gift.id = any(${ids}::uuid[])`)

async function select(ctx: Ctx, db: Db | Tx, where: Sql, part = sql``): Promise<Gift[]> {
  const me = currentPerson(ctx).account_id
  const mailedBefore = addSeconds(ctx.now, -MAIL_AGAIN_SECONDS).toISOString()
  const { rows } = await sql<Omit<Gift, 'path'>>`
    select gift.id, batch, case when giver = ${me} then 'sent' else 'received' end as direction,
      gift.status, ${copyOfGift} as copy, ${shownName('gift', me)} as from_name,
      ${messageColumns('gift', me)},
      case when giver = ${me} then gift.email end as email,
      case when giver = ${me} then claimer.username else ${shownName('gift', me)} end as partner,
      gift.created_at, deliver_at, expires_at, ended_at,
      giver = ${me} and gift.status = 'open' and gift.email is not null
        and mailed_again < ${MAILS_AGAIN}
        and greatest(deliver_at, mailed_again_at) <= ${mailedBefore}::timestamptz as can_mail_again
    from gift left join account claimer on claimer.id = recipient
    where ${where} order by gift.created_at desc, gift.number, gift.id ${part}
  `.execute(db)
  return rows.map((row) => {
    const isLive = row.status === 'scheduled' || row.status === 'open'
    return { ...row, path: isLive && row.direction === 'sent' ? pathOf(ctx, row.id) : null }
  })
}
