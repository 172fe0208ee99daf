import type { Tx } from '#core/database/db.ts'

/** Step: hides a brand, and by a trigger its titles, or shows it again. */
export async function setBrandHidden(tx: Tx, id: string, at: Date | null) {
  const hidden_at = at?.toISOString() ?? null
  await tx.updateTable('brand').set({ hidden_at }).where('id', '=', id).execute()
}
