import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#src/accounts/account/keyed-hash.ts'
import { giftToken } from './gift.shared.ts'

const ID_LENGTH = 32
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/**
 * Returns the secret of a gift's link: its id and 128 bits of a MAC. Nothing is stored, so a copy of the
 * database without SECRET opens no gift.
 */
export const tokenOf = ({ config }: Pick<Ctx, 'config'>, id: string): string =>
  id.replaceAll('-', '') + keyedHash(config.secret, 'gift', id).slice(0, ID_LENGTH)

/** Returns the id of the gift that a token opens; undefined if the token is not ours. */
export function idOfToken(ctx: Pick<Ctx, 'config'>, token: string): string | undefined {
  if (!giftToken.safeParse(token).success) return undefined
  const id = token.slice(0, ID_LENGTH).replace(UUID, '$1-$2-$3-$4-$5')
  return tokenOf(ctx, id) === token ? id : undefined
}

/** Returns the path of a gift's claim page. */
export const pathOf = (ctx: Pick<Ctx, 'config'>, id: string) => `/gifts/${tokenOf(ctx, id)}`
