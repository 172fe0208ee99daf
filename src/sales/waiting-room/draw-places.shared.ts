import { hexOf, hmacWith, sha256 } from '#src/sales/commitment/commitment.shared.ts'

/** What a draw of places leaves for anybody to do it again. */
export interface PlacesDraw {
  /** Ours, 64 hexadecimal digits: its SHA-256 was shown while people came. */
  seed: string
  /** The id of everybody's place, in any order. */
  entries: readonly string[]
}

/** One hash for all who take part: the SHA-256 of their ids in ascending order, a line each. */
export const hashOfEntries = async (entries: readonly string[]) =>
  hexOf(await sha256(entries.toSorted().join('\n')))

/**
 * The order of a draw, the first one first; always the same from the same draw.
 *
 * Each id is sorted by HMAC-SHA256(seed, `hash of the entries:id`) in hexadecimal. The hash makes
 * each place hang on who else is there, so it changes with each who comes or goes. It does not stop
 * a house that knows its seed and, as the very last to come before the start, brings somebody in
 * under one id after the other until one stands in front. Ids differ, so there are no ties worth
 * the name; the id itself would break one.
 */
export async function drawPlaces({ seed, entries }: PlacesDraw): Promise<string[]> {
  const hash = await hashOfEntries(entries)
  const keyOf = await hmacWith(seed)
  const keys = await Promise.all(entries.map((id) => keyOf(`${hash}:${id}`)))
  return entries
    .map((id, i) => ({ id, key: `${keys[i]!}${id}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ id }) => id)
}
