import type { Db, Tx } from '#core/db.ts'
import type { Ctx, Person } from '#core/http.ts'
import { publicSettings, type Settings, settingsSchema } from './settings.shape.ts'

/** The settings in force: the newest version, with defaults for what it does not say. */
export async function settingsOf(db: Db | Tx): Promise<Settings> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return settingsSchema.parse(row?.value ?? {})
}

/** The settings that were in force when this instant came. */
export async function settingsBefore(db: Db | Tx, at: Date): Promise<Settings> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('changed_at', '<', at.toISOString())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return settingsSchema.parse(row?.value ?? {})
}

/** What everybody may know of them. */
export async function getPublic(ctx: Ctx) {
  return publicSettings.strip().parse(await settingsOf(ctx.db))
}

const EVERYBODY = ['marketplace', 'language']
const PEOPLE = ['my_assets', 'payout', 'register_bank', 'account_settings', 'sign_out']
const OF_ROLE: Record<Person['role'], string[]> = {
  STANDARD_USER: [],
  ORH: ['create_content', 'create_brand', 'created', 'statistics'],
  ADMIN: ['admin', 'accountings'],
}

/** The header's entries for who asks; doors are guarded elsewhere. */
export async function getMenuEntries({ person }: Ctx) {
  if (!person) return { entries: [...EVERYBODY, 'login'] }
  return { entries: [...EVERYBODY, ...OF_ROLE[person.role], ...PEOPLE] }
}
