import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { Download } from './download.shared.ts'
import { addressOf } from './token.ts'

type Row = Omit<Download, 'url'>

/** Selects downloads as their owner sees them, latest first. */
export async function selectDownloads(
  ctx: Ctx,
  db: Db | Tx,
  where: RawBuilder<unknown>,
): Promise<Download[]> {
  const { rows } = await sql<Row>`
    select id, asset_token_id, kid, number, file, status, expires_at, created_at, file_name, mime,
      size, sha256, sent, receipt is not null as has_receipt
    from download where ${where} order by created_at desc, id
  `.execute(db)
  return rows.map((row) => {
    const isOpen = ['preparing', 'ready', 'opened'].includes(row.status)
    return {
      ...row,
      url: isOpen && row.expires_at > ctx.now.toISOString() ? addressOf(ctx, row.id) : null,
    }
  })
}
