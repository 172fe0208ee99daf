import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, type Person } from '#core/context.ts'
import { findBankNames } from '#src/platform/bank-directory/directory.ts'
import {
  type changeSettings,
  findInvalidSetting,
  flattenSettings,
  type getSettings,
  type listSettingVersions,
  publicSettings,
  type SettingChange,
  type Settings,
  settingsSchema,
} from './settings.shared.ts'

/** What a version says: only what somebody has set. */
type Said = Record<string, unknown> & {
  operator?: Partial<Settings['operator']>
  bank_sender?: Partial<Settings['bank_sender']>
}

/** The settings in force: the newest version, with defaults for what it does not say. */
export async function settingsOf(db: Db | Tx): Promise<Settings> {
  return settingsSchema.parse((await newest(db)).said)
}

/** Returns the settings in force just before `end`, for documents about a past period. */
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

async function newest(db: Db | Tx): Promise<{ version: number; said: Said }> {
  const row = await db
    .selectFrom('setting')
    .select(['version', 'value'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { version: row?.version ?? 0, said: (row?.value ?? {}) as Said }
}

/** What everybody may know of them; to administrators all, with the version that they are of. */
export async function get({ db, person }: Ctx): Promise<ReplyOf<typeof getSettings>> {
  const { version, said } = await newest(db)
  const settings = settingsSchema.parse(said)
  if (person?.role === 'ADMIN') return { ...settings, version }
  return publicSettings.strip().parse(settings)
}

/**
 * Makes the next version. Each field was checked by itself; here they are checked together, the
 * house's bank against the directory, and the version against what others did meanwhile. What
 * changes nothing makes no version.
 */
export async function change(
  ctx: Ctx,
  { version: seen, reason, ...changes }: BodyOf<typeof changeSettings>,
): Promise<ReplyOf<typeof changeSettings>> {
  return inTx(ctx, async (tx) => {
    const { version, said } = await newest(tx)
    if (version !== seen) fail('settings_changed')
    const before = settingsSchema.parse(said)
    const next = await withBank(merged(said, changes), changes.bank_sender !== undefined)
    const settings = settingsSchema.parse(next)
    const fault = findInvalidSetting(settings)
    if (fault) fail('input_invalid', { field: fault })
    if (differences(before, settings).length === 0) return { ...settings, version }
    const row = await tx
      .insertInto('setting')
      .values({
        value: JSON.stringify(next),
        changed_by: currentPerson(ctx).account_id,
        reason,
        changed_at: ctx.now.toISOString(),
        follows: version, // whoever loses a race breaks its rule, and is told the same
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    return { ...settings, version: row.version }
  })
}

function merged(said: Said, { operator, bank_sender, ...rest }: Said): Said {
  return {
    ...{ ...said, ...rest },
    ...(operator && { operator: { ...said.operator, ...operator } }),
    ...(bank_sender && { bank_sender: { ...said.bank_sender, ...bank_sender } }),
  }
}

/** The names of the house's bank and branch as the directory has them; they must be there. */
async function withBank(said: Said, isGiven: boolean): Promise<Said> {
  if (!isGiven) return said
  const { bank_code, branch_code } = settingsSchema.parse(said).bank_sender
  const names = await findBankNames(bank_code, branch_code)
  if (names === 'bank') return fail('bank_unknown', { field: 'bank_sender.bank_code' })
  if (names === 'branch') return fail('branch_unknown', { field: 'bank_sender.branch_code' })
  const kana = { bank_name_kana: names.bank_kana, branch_name_kana: names.branch_kana }
  return { ...said, bank_sender: { ...said.bank_sender, ...kana } }
}

function differences(before: Settings, next: Settings): SettingChange[] {
  const from: Record<string, SettingChange['from']> = flattenSettings(before)
  return Object.entries(flattenSettings(next)).flatMap(([field, to]) =>
    from[field] === to ? [] : [{ field, from: from[field]!, to }],
  )
}

/** Who changed what, when and why: `GET /application_settings/history`. */
export async function listVersions(
  { db }: Ctx,
  { offset, limit }: BodyOf<typeof listSettingVersions>,
): Promise<ReplyOf<typeof listSettingVersions>> {
  const rows = await db
    .selectFrom('setting')
    .leftJoin('account', 'account.id', 'changed_by')
    .select(['version', 'value', 'reason', 'changed_at', 'username as changed_by'])
    .orderBy('version', 'desc')
    .offset(offset)
    .limit(limit + 1) // the oldest of them is told by what was before it
    .execute()
  const { total } = await db
    .selectFrom('setting')
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, limit).map(({ value, ...row }, i) => {
    const before = settingsSchema.parse(rows[i + 1]?.value ?? {})
    return { ...row, changes: differences(before, settingsSchema.parse(value)) }
  })
  return { items, total }
}

const EVERYBODY = ['marketplace', 'language']
const PEOPLE = [
  ...['my_assets', 'rented', 'coupon_entry', 'coupon_history', 'payout', 'register_bank'],
  ...['account_settings', 'sign_out'],
]
const OF_ROLE: Record<Person['role'], string[]> = {
  STANDARD_USER: [],
  ORH: [
    'create_content',
    'create_brand',
    'create_group',
    'created',
    'coupon_batches',
    'statistics',
  ],
  ADMIN: ['admin', 'coupon_batches', 'accountings', 'users', 'application_settings'],
}

/** The header's entries for who asks; doors are guarded elsewhere. */
export async function getMenuEntries({ person }: Ctx) {
  if (!person) return { entries: [...EVERYBODY, 'login'] }
  return { entries: [...EVERYBODY, ...OF_ROLE[person.role], ...PEOPLE] }
}
