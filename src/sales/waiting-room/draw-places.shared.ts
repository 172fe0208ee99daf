import { hexOf, hmacWith, sha256 } from '#src/sales/commitment/commitment.shared.ts'

/** The data needed to repeat a draw of places. */
export interface PlacesDraw {
  /** The platform's seed: 64 hexadecimal digits. Its SHA-256 was shown while the room was open. */
  seed: string
  /** The id of each person's entry, in any order. */
  entries: readonly string[]
}

/** Returns the SHA-256 of all entry ids, in ascending order and one per line. */
export const hashOfEntries = async (entries: readonly string[]) =>
  hexOf(await sha256(entries.toSorted().join('\n')))

/**
 * Returns the entry ids in the order of their drawn places. The same input always gives the same order.
 *
 * The ids are sorted by HMAC-SHA256(seed, `hash of the entries:id`) in hexadecimal. The hash makes
 * each place depend on all other entries, so every join and every leave changes it. It cannot stop a
 * platform that knows its seed from trying one id after another for a last entry until that entry
 * comes first. The id itself would break a tie.
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
