import { z } from 'zod'
import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'

const ID_LENGTH = 32
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Matches the secret of a link. */
export const linkTokens = z.string().regex(/^[0-9a-f]{64}$/)

/** Names what a link leads to. */
type Sent = 'gift' | 'loan'

/**
 * Returns the secret of a link to what `of` names: its id and 128 bits of a MAC. Nothing is stored, so a
 * copy of the database without SECRET opens nothing.
 */
export const linkToken = ({ config }: Pick<Ctx, 'config'>, of: Sent, id: string): string =>
  id.replaceAll('-', '') + keyedHash(config.secret, of, id).slice(0, ID_LENGTH)

/** Returns the id that the token of such a link opens; undefined if the token is not ours. */
export function idOfLink(ctx: Pick<Ctx, 'config'>, of: Sent, token: string): string | undefined {
  if (!linkTokens.safeParse(token).success) return undefined
  const id = token.slice(0, ID_LENGTH).replace(UUID, '$1-$2-$3-$4-$5')
  return linkToken(ctx, of, id) === token ? id : undefined
}
