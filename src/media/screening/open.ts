import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { authorizePlayback } from '#src/media/playback/entitlement.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { codeHash, codeOf } from './code.ts'
import { endUnlessItGoesOn } from './end.ts'
import { readAs } from './rows.ts'
import { type openScreening, screeningTransitions } from './screening.shared.ts'

/**
 * Opens a screening of the caller's own copy. Refuses `screening_unavailable`, `not_owner`,
 * `title_hidden`, `screening_not_allowed`, `screening_not_possible`, `screening_running` and what
 * `authorizePlayback` refuses.
 */
export async function open(
  ctx: Ctx,
  { kid, serial_number, name }: BodyOf<typeof openScreening>,
): Promise<ReplyOf<typeof openScreening>> {
  const { account_id: host, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const viewer = { account_id: host, country: ctx.country, now: ctx.now }
  const id = randomUUID()
  await inTx(ctx, async (tx) => {
    const settings = await settingsOf(tx)
    requireOn(settings, 'screening_enabled')
    const { asset_token_id } = await findCopy(tx, kid, serial_number)
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    const title = await requireShowable(tx, { asset_token_id, host, at })
    const guests_max = title.screening_guests ?? settings.screening_guests
    if (guests_max === 0) fail('screening_not_allowed')
    await authorizePlayback(tx, viewer, kid, { asset_token_id })
    await endUnlessItGoesOn(tx, asset_token_id, at)
    const now = at.toISOString()
    const screening = {
      id,
      host,
      host_name: name,
      kid,
      asset_token_id,
      number: serial_number,
      code_hash: codeHash(ctx, codeOf(ctx, id)),
      guests_max,
      is_locked: false,
      chat_enabled: false,
      is_playing: false,
      position_ms: 0,
      moved_at: now,
      host_seen_at: now,
      created_at: now,
    }
    const by = { action: 'open', by: 'host', account: host, at } as const
    await insertWithEvent(tx, screeningTransitions, [screening], by)
  })
  return readAs(ctx, id)
}

async function findCopy(tx: Tx, kid: string, number: number) {
  const found = await tx
    .selectFrom('serial')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('number', '=', number)
    .executeTakeFirst()
  return found ?? fail('not_owner')
}

interface Showing {
  asset_token_id: string
  host: string
  at: Date
}

/** Refuses a copy that its owner could not show, as read under its lock. Returns its title. */
async function requireShowable(tx: Tx, { asset_token_id, host, at }: Showing) {
  const { rows } = await sql<{
    owner: string
    media_type: string
    screening_guests: number | null
    is_elsewhere: boolean
    is_hidden: boolean
  }>`
    select serial.owner, asset.media_type, asset.screening_guests,
      asset.published_at is not null and not asset.is_public as is_hidden,
      serial.downloaded_at is not null or serial.linked_wallet_id is not null
        or exists (select from listing where listing.asset_token_id = serial.asset_token_id
          and listing.status in ('preparing', 'open') and listing.kind not in ('sale', 'trade'))
        or exists (select from rental where rental.asset_token_id = serial.asset_token_id
          and ${isRunningAt(at)}) as is_elsewhere
    from serial join asset using (kid) where serial.asset_token_id = ${asset_token_id}
  `.execute(tx)
  const copy = rows[0]!
  if (copy.owner !== host) fail('not_owner')
  if (copy.is_hidden) fail('title_hidden')
  if (copy.media_type !== 'video' && copy.media_type !== 'audio') fail('screening_not_allowed')
  return copy.is_elsewhere ? fail('screening_not_possible') : copy
}
