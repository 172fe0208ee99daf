import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'

const ID_LENGTH = 32
const TOKEN = /^[0-9a-f]{64}$/
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Returns the secret of a download's address: its id and 128 bits of a MAC. */
const tokenOf = ({ config }: Pick<Ctx, 'config'>, id: string): string =>
  id.replaceAll('-', '') + keyedHash(config.secret, 'download', id).slice(0, ID_LENGTH)

/** Returns the id of the download that a token opens; undefined if the token is not ours. */
export function idOfToken(ctx: Pick<Ctx, 'config'>, token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined
  const id = token.slice(0, ID_LENGTH).replace(UUID, '$1-$2-$3-$4-$5')
  return tokenOf(ctx, id) === token ? id : undefined
}

/** Returns the address of a download's file. */
export const addressOf = (ctx: Pick<Ctx, 'config'>, id: string) =>
  `${ctx.config.publicUrl}/downloads/${tokenOf(ctx, id)}`
