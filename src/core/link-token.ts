import { z } from 'zod'
import type { Ctx } from '#core/context.ts'
import { isSameSecret, keyedHash } from '#core/keyed-hash.ts'

const ID_LENGTH = 32
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Matches the secret of a link. */
export const linkTokens = z.string().regex(/^[0-9a-f]{64}$/)

/** Names what a link leads to. */
type LinkedThing = 'gift' | 'loan' | 'download'

/**
 * Returns the secret of a link to what `of` names: its id and 128 bits of a MAC. Nothing is stored, so a
 * copy of the database without SECRET opens nothing.
 */
export const linkToken = ({ config }: Pick<Ctx, 'config'>, of: LinkedThing, id: string): string =>
  id.replaceAll('-', '') + keyedHash(config.secret, of, id).slice(0, ID_LENGTH)

/** Returns the id that the token of such a link opens; undefined if the token is not ours. */
export function idOfLink(
  ctx: Pick<Ctx, 'config'>,
  of: LinkedThing,
  token: string,
): string | undefined {
  if (!linkTokens.safeParse(token).success) return undefined
  const id = idIn(token)
  return isSameSecret(linkToken(ctx, of, id), token) ? id : undefined
}

/** Returns the id that a token begins with, without its hyphens. */
export const idIn = (token: string) => token.slice(0, ID_LENGTH).replace(UUID, '$1-$2-$3-$4-$5')
