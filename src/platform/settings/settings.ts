import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, type Person, readOnce } from '#core/context.ts'
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

/** The stored value of a version: only the settings changed from their defaults. */
type StoredSettings = Record<string, unknown> & {
  operator?: Partial<Settings['operator']>
  bank_sender?: Partial<Settings['bank_sender']>
}

/** Returns the settings in force: the newest version, completed with defaults. */
export async function settingsOf(db: Db | Tx): Promise<Settings> {
  return settingsSchema.parse((await readNewest(db)).stored)
}

/** Returns the settings in force, read once for a request. What moves money reads them in its transaction. */
export const settingsFor = (ctx: Pick<Ctx, 'db' | 'reads'>): Promise<Settings> =>
  readOnce(ctx, 'settings', async () => settingsSchema.parse((await newestFor(ctx)).stored))

const newestFor = (ctx: Pick<Ctx, 'db' | 'reads'>) =>
  readOnce(ctx, 'newest settings', () => readNewest(ctx.db))

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

async function readNewest(db: Db | Tx): Promise<{ version: number; stored: StoredSettings }> {
  const row = await db
    .selectFrom('setting')
    .select(['version', 'value'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { version: row?.version ?? 0, stored: (row?.value ?? {}) as StoredSettings }
}

/** Returns the public settings; administrators receive all, with their version. */
export async function get(ctx: Ctx): Promise<ReplyOf<typeof getSettings>> {
  const { version, stored } = await newestFor(ctx)
  const settings = settingsSchema.parse(stored)
  if (ctx.person?.role === 'ADMIN') return { ...settings, version }
  return publicSettings.strip().parse(settings)
}

/**
 * Stores the next version. The schema has checked each field; this checks the fields together, the
 * operator's bank against the directory, and the version against concurrent changes. An unchanged
 * value adds no version. Refuses `settings_changed`, `input_invalid`, `bank_unknown` and
 * `branch_unknown`.
 */
export async function change(
  ctx: Ctx,
  { version: seen, reason, ...changes }: BodyOf<typeof changeSettings>,
): Promise<ReplyOf<typeof changeSettings>> {
  return inTx(ctx, async (tx) => {
    const { version, stored } = await readNewest(tx)
    if (version !== seen) fail('settings_changed')
    const before = settingsSchema.parse(stored)
    const next = await withBank(mergeSettings(stored, changes), changes.bank_sender !== undefined)
    const settings = settingsSchema.parse(next)
    const invalid = findInvalidSetting(settings)
    if (invalid) fail('input_invalid', { field: invalid })
    if (differences(before, settings).length === 0) return { ...settings, version }
    const row = await tx
      .insertInto('setting')
      .values({
        value: JSON.stringify(next),
        changed_by: currentPerson(ctx).account_id,
        reason,
        changed_at: ctx.now.toISOString(),
        follows: version, // unique: the loser of a race is refused with `settings_changed`
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    return { ...settings, version: row.version }
  })
}

function mergeSettings(
  stored: StoredSettings,
  { operator, bank_sender, ...rest }: StoredSettings,
): StoredSettings {
  return {
    ...stored,
    ...rest,
    ...(operator && { operator: { ...stored.operator, ...operator } }),
    ...(bank_sender && { bank_sender: { ...stored.bank_sender, ...bank_sender } }),
  }
}

/**
 * Adds the directory's names of the operator's bank and branch. Refuses `bank_unknown`,
 * `branch_unknown`.
 */
async function withBank(stored: StoredSettings, isGiven: boolean): Promise<StoredSettings> {
  if (!isGiven) return stored
  const { bank_code, branch_code } = settingsSchema.parse(stored).bank_sender
  const names = await findBankNames(bank_code, branch_code)
  if (names === 'bank') return fail('bank_unknown', { field: 'bank_sender.bank_code' })
  if (names === 'branch') return fail('branch_unknown', { field: 'bank_sender.branch_code' })
  const kana = { bank_name_kana: names.bank_kana, branch_name_kana: names.branch_kana }
  return { ...stored, bank_sender: { ...stored.bank_sender, ...kana } }
}

function differences(before: Settings, next: Settings): SettingChange[] {
  const from: Record<string, SettingChange['from']> = flattenSettings(before)
  return Object.entries(flattenSettings(next)).flatMap(([field, to]) =>
    from[field] === to ? [] : [{ field, from: from[field]!, to }],
  )
}

/** `GET /application_settings/history`: returns each change with its author, time and reason. */
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
    .limit(limit + 1) // one more, to compare the oldest with
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

const FOR_ALL = ['marketplace', 'language', 'help', 'support']
const FOR_GUESTS = ['how_it_works', 'login']
// oxfmt-ignore
const FOR_SIGNED_IN = [
  'my_assets', 'rented', 'coupon_entry', 'coupon_history', 'points', 'payout', 'register_bank',
  'account_settings', 'sign_out',
]
const FOR_COLLECTORS = ['following', 'saved_searches']
const FOR_TRADERS = ['trade_offer_history', 'wanted', 'trading_history']
const FOR_GIVERS = ['gifts']
const FOR_HOSTS = ['screenings']
const FOR_LENDERS = ['loans']
const BY_ROLE: Record<Person['role'], string[]> = {
  STANDARD_USER: [],
  ORH: [
    'create_content',
    'create_brand',
    'create_group',
    'created',
    'coupon_batches',
    'distributions',
    'free_rentals',
    'statistics',
    'api_keys',
    'webhooks',
  ],
  ADMIN: ['admin', 'coupon_batches', 'accountings', 'users', 'application_settings'],
}

/** Returns the menu entries of the caller's role. Calls check the authorization themselves. */
export async function getMenuEntries(ctx: Ctx) {
  const { person } = ctx
  if (!person) return { entries: [...FOR_ALL, ...FOR_GUESTS] }
  const { trade_enabled, gift_enabled, screening_enabled, lending_enabled } = await settingsFor(ctx)
  const ofOwners =
    person.role === 'ADMIN'
      ? []
      : [
          ...FOR_COLLECTORS,
          ...(trade_enabled ? FOR_TRADERS : []),
          ...(gift_enabled ? FOR_GIVERS : []),
          ...(screening_enabled ? FOR_HOSTS : []),
          ...(lending_enabled ? FOR_LENDERS : []),
        ]
  return { entries: [...FOR_ALL, ...BY_ROLE[person.role], ...FOR_SIGNED_IN, ...ofOwners] }
}
