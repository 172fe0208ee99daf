import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { isSameSecret, keyedHash } from '#core/keyed-hash.ts'

const SLOT_MS = 10 * 60_000

/** Returns the ten minutes in which `at` lies, as a number: an address gets one link in them. */
export const slotOf = (at: Date) => Math.floor(at.getTime() / SLOT_MS)

/**
 * Returns the pass of an address, which only its mailbox gets. It is valid on the day of `at` in UTC
 * and on the next, and the same for all links of that day.
 */
export const passOf = ({ config }: Pick<Ctx, 'config'>, email: string, at: Date) =>
  keyedHash(config.secret, 'code pass', email, at.toISOString().slice(0, 10))

/** Tells if a text is a valid pass of an address. */
export const isPass = (ctx: Ctx, email: string, pass: string): boolean =>
  [ctx.now, addSeconds(ctx.now, -DAY_SECONDS)].some((day) =>
    isSameSecret(passOf(ctx, email, day), pass),
  )
