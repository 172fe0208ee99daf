import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'

/**
 * Returns the part of a mail's id that stands for its address. Whoever is on a list twice, or again after a
 * removal, gets the mail once.
 */
export const addressee = ({ secret }: Pick<Ctx['config'], 'secret'>, to: string): string =>
  keyedHash(secret, 'addressee', to.toLowerCase()).slice(0, 16)
