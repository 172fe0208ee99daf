import type { Ctx } from '#core/context.ts'
import { idOfLink, linkToken } from '#core/link-token.ts'

/** Returns the id of the download that a token opens; undefined if the token is not ours. */
export const idOfToken = (ctx: Pick<Ctx, 'config'>, token: string) =>
  idOfLink(ctx, 'download', token)

/** Returns the address of a download's file. */
export const addressOf = (ctx: Pick<Ctx, 'config'>, id: string) =>
  `${ctx.config.publicUrl}/downloads/${linkToken(ctx, 'download', id)}`
