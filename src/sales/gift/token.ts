import type { Ctx } from '#core/context.ts'
import { idOfLink, linkToken } from '#core/link-token.ts'

/** Returns the secret of a gift's link. */
export const tokenOf = (ctx: Pick<Ctx, 'config'>, id: string) => linkToken(ctx, 'gift', id)

/** Returns the id of the gift that a token opens; undefined if the token is not ours. */
export const idOfToken = (ctx: Pick<Ctx, 'config'>, token: string) => idOfLink(ctx, 'gift', token)

/** Returns the path of a gift's claim page. */
export const pathOf = (ctx: Pick<Ctx, 'config'>, id: string) => `/gifts/${tokenOf(ctx, id)}`
