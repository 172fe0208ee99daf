import { sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { isSameSecret, keyedHash } from '#core/keyed-hash.ts'
import { idIn } from '#core/link-token.ts'
import {
  type getShareAddress,
  type getSharedCopy,
  picturePath,
  type SharedCopy,
  shareToken,
} from './share.shared.ts'

/** Returns the share address of the caller's own copy. Refuses with `not_owner`, also for unknown copies. */
export async function shareAddress(ctx: Ctx, query: BodyOf<typeof getShareAddress>) {
  const { asset_token_id, show } = query
  const { account_id } = currentPerson(ctx)
  if ((await holderOf(ctx, asset_token_id)) !== account_id) fail('not_owner')
  const token = tokenFor(ctx, { asset_token_id, holder: account_id, show })
  return { path: `/copies/${token}`, picture: picturePath(token) }
}

/**
 * Returns the copy behind a share token. Nothing is stored: the token's MAC covers the copy, the
 * holder and their choice, so a token ends when the copy changes hands.
 */
export async function getShared(
  ctx: Ctx,
  { token }: BodyOf<typeof getSharedCopy>,
): Promise<SharedCopy> {
  if (!shareToken.safeParse(token).success) fail('not_found')
  const asset_token_id = idIn(token)
  const show = token[SHOW_AT] === 'n' ? 'name' : 'number'
  const holder = await holderOf(ctx, asset_token_id)
  if (!holder || !isSameSecret(tokenFor(ctx, { asset_token_id, holder, show }), token))
    fail('not_found')
  const { rows } = await sql<SharedCopy>`
    select serial.kid, title, number, first_number, copies_count, brand.name as brand_name,
      case when ${show} = 'name' then holder.username end as holder, owned_since, media_type,
      coalesce(obi, 'sumi') as obi, poster
    from serial join asset using (kid) join account holder on holder.id = serial.owner
    left join brand on brand.id = asset.brand_id
    where asset_token_id = ${asset_token_id}
  `.execute(ctx.db)
  return rows[0] ?? fail('not_found')
}

const SHOW_AT = 32 // after the id

/** Returns the part of a share token that names the copy and what is shown of it. */
export const subjectOf = (token: string) => token.slice(0, SHOW_AT + 1)

function tokenFor(
  { config }: Ctx,
  { asset_token_id, holder, show }: { asset_token_id: string; holder: string; show: string },
): string {
  const mac = keyedHash(config.secret, 'share', asset_token_id, holder, show)
  return asset_token_id.replaceAll('-', '') + (show === 'name' ? 'n' : 'a') + mac.slice(0, 32)
}

/** Returns the holder of a copy of a published title. */
export async function holderOf({ db }: Ctx, asset_token_id: string): Promise<string | undefined> {
  const copy = await db
    .selectFrom('serial')
    .innerJoin('asset', 'asset.kid', 'serial.kid')
    .select('owner')
    .where('asset_token_id', '=', asset_token_id)
    .where('is_public', '=', true)
    .executeTakeFirst()
  return copy?.owner
}
