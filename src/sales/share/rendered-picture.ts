import { createHash } from 'node:crypto'
import type { Ctx } from '#core/context.ts'

interface Pictured {
  account_id: string
  /** The thing of the account that the picture shows, as a folder. */
  subject: string
  /** All that is drawn. */
  drawn: object
}

/**
 * Returns the picture of something of an account. Each is rendered once and stored in place of the older
 * ones of its subject.
 */
export async function renderedPicture(
  { integrations: { storage } }: Ctx,
  { account_id, subject, drawn }: Pictured,
  render: () => Promise<Buffer>,
): Promise<Buffer> {
  const folder = `${folderOf(account_id)}${subject}/`
  const key = `${folder}${createHash('sha256').update(JSON.stringify(drawn)).digest('hex')}.png`
  const kept = await storage.getBytes(key)
  if (kept) return kept
  const bytes = await render()
  await storage.removeAll(folder)
  await storage.put(key, bytes, { type: 'image/png' })
  return bytes
}

const folderOf = (account_id: string) => `share/${account_id}/`

/** Deletes the stored pictures of an account. */
export const removePictures = ({ integrations }: Ctx, account_id: string) =>
  integrations.storage.removeAll(folderOf(account_id))
