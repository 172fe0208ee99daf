import type { Db, Tx } from '#core/database/db.ts'
import { type Settings, settingsSchema } from './settings.shared.ts'

/** The settings that were in force just before `end`: papers of a past time go by them. */
export async function settingsBefore(db: Db | Tx, end: Date): Promise<Settings> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('changed_at', '<', end.toISOString())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return settingsSchema.parse(row?.value ?? {})
}
