import type { Ctx } from '#core/context.ts'
import { base32, plainBase32 } from '#core/base32.ts'
import { keyedHash } from '#core/keyed-hash.ts'

type Secret = Pick<Ctx, 'config'>
const LENGTH = 10 // 50 bits, short enough to be read out

/**
 * Returns the code of a screening. It is derived from the id and SECRET, so that the host can see it
 * again although the database stores only its hash.
 */
export const codeOf = ({ config }: Secret, id: string): string =>
  base32(keyedHash(config.secret, 'screening code', id), LENGTH)

/** Returns the hash of a code as the database stores it, whichever way the code was typed. */
export const codeHash = ({ config }: Secret, code: string): string =>
  keyedHash(config.secret, 'screening', plainBase32(code))
