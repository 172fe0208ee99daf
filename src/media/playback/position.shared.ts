import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'

const BEGUN_SECONDS = 30
const BEGUN_SHARE = 0.05 // for short works, which begin sooner
const NEARLY_OVER_SHARE = 0.95

/** Returns the position to remember in whole seconds, or null near the beginning or the end. */
export function positionToKeep(seconds: number, duration: number): number | null {
  const begun = Math.max(1, Math.min(BEGUN_SECONDS, duration * BEGUN_SHARE))
  const isBetween = seconds >= begun && seconds <= duration * NEARLY_OVER_SHARE
  return isBetween ? Math.floor(seconds) : null
}

/**
 * Remembers where the caller is in a film or song, for all of their devices. Near the beginning or
 * the end the position is forgotten instead.
 */
export const putPosition = endpoint('PUT', '/assets/{kid}/position', {
  body: z.strictObject({ kid: z.uuid(), seconds: z.number().min(0).max(INT_MAX) }),
  reply: z.strictObject({ seconds: z.int().nullable() }),
})

/** Forgets where the caller stopped, in one title or in all of them. */
export const forgetPositions = endpoint('DELETE', '/playback_positions', {
  query: z.strictObject({ kid: z.uuid().optional() }),
  reply: z.strictObject({ forgotten: z.int() }),
})
