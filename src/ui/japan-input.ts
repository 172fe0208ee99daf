const JAPAN_MS = 9 * 3_600_000 // ahead of UTC; Japan has no summer time

/**
 * Converts an ISO time to the value of a `datetime-local` field in Japan's time:
 * `2026-11-21T21:00`.
 */
export const toJapanInput = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + JAPAN_MS).toISOString().slice(0, 16)

/** Converts the value of such a field to an ISO time; an empty one to null. */
export const fromJapanInput = (clock: string): string | null =>
  clock === '' ? null : new Date(`${clock}:00+09:00`).toISOString()
