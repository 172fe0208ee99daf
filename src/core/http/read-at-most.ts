/** Reads a body whole. Stops and returns undefined once it has more than `bytesMax` bytes. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > bytesMax) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
