import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { giftToken } from './gift.shared.ts'

const ID_LENGTH = 32
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/**
 * Returns the secret of a link to what `of` names: its id and 128 bits of a MAC. Nothing is stored, so a
 * copy of the database without SECRET opens nothing.
 */
export const linkToken = (
  { config }: Pick<Ctx, 'config'>,
  of: 'gift' | 'loan',
  id: string,
): string => id.replaceAll('-', '') + keyedHash(config.secret, of, id).slice(0, ID_LENGTH)

/** Returns the id that the token of such a link opens; undefined if the token is not ours. */
export function idOfLink(
  ctx: Pick<Ctx, 'config'>,
  of: 'gift' | 'loan',
  token: string,
): string | undefined {
  if (!giftToken.safeParse(token).success) return undefined
  const id = token.slice(0, ID_LENGTH).replace(UUID, '$1-$2-$3-$4-$5')
  return linkToken(ctx, of, id) === token ? id : undefined
}

/** Returns the secret of a gift's link. */
export const tokenOf = (ctx: Pick<Ctx, 'config'>, id: string) => linkToken(ctx, 'gift', id)

/** Returns the id of the gift that a token opens; undefined if the token is not ours. */
export const idOfToken = (ctx: Pick<Ctx, 'config'>, token: string) => idOfLink(ctx, 'gift', token)

/** Returns the path of a gift's claim page. */
export const pathOf = (ctx: Pick<Ctx, 'config'>, id: string) => `/gifts/${tokenOf(ctx, id)}`
