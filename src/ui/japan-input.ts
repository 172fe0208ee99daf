const JAPAN_MS = 9 * 3_600_000 // ahead of UTC; Japan has no summer time

/** A moment as a field for date and time wants it, by Japan's clock: `2026-11-21T21:00`. */
export const toJapanInput = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + JAPAN_MS).toISOString().slice(0, 16)

/** The ISO moment that such a field says; an empty one says none. */
export const fromJapanInput = (clock: string): string | null =>
  clock === '' ? null : new Date(`${clock}:00+09:00`).toISOString()
