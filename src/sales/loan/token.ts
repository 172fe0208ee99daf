import type { Ctx } from '#core/context.ts'
import { idOfLink, linkToken } from '#core/link-token.ts'

/** Returns the path of the page of a loan. */
export const loanPath = (ctx: Pick<Ctx, 'config'>, id: string) =>
  `/loans/${linkToken(ctx, 'loan', id)}`

/** Returns the id of the loan that a token opens; undefined if the token is not ours. */
export const idOfLoan = (ctx: Pick<Ctx, 'config'>, token: string) => idOfLink(ctx, 'loan', token)
