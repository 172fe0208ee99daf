/** A part of a list, in rows. */
interface Part {
  limit: number
  offset: number
}

/** Returns how many rows a list has. A part that is not full ends the list, so that nothing is counted. */
export async function totalOf(
  rows: readonly unknown[],
  { limit, offset }: Part,
  count: () => Promise<{ rows: readonly { n: number }[] }>,
): Promise<number> {
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
  return isEnd ? offset + rows.length : (await count()).rows[0]!.n
}
