import { createHash } from 'node:crypto'
import type { Ctx } from '#core/context.ts'

/** Returns the picture of some content. Each is rendered once and stored. */
export async function renderedPicture(
  { integrations: { storage } }: Ctx,
  content: object,
  render: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = `share/${createHash('sha256').update(JSON.stringify(content)).digest('hex')}.png`
  const kept = await storage.getBytes(key)
  if (kept) return kept
  const bytes = await render()
  await storage.put(key, bytes, { type: 'image/png' })
  return bytes
}
