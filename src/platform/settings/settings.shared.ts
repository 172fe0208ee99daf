import { z } from 'zod'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'
import { isInvoiceNumber } from './invoice-number.shared.ts'

const YEN_MAX = 9_999_999

const yen = (value: number) => z.int().min(0).max(YEN_MAX).default(value)
const days = (value: number) => z.int().min(1).max(3_650).default(value)
const rate = (bp: number) => z.int().min(0).max(10_000).default(bp)

const text = z.string().trim().max(300).default('')

type Bare<F> = F extends z.ZodDefault<infer I> | z.ZodPrefault<infer I> ? I : F
type PartsOf<S extends z.ZodRawShape> = z.ZodObject<
  { [K in keyof S]: z.ZodOptional<Bare<S[K]>> },
  z.core.$strict
>

/** Returns the schema with every field optional and without default. */
function partsOf<S extends z.ZodRawShape>(schema: z.ZodObject<S, z.core.$strict>): PartsOf<S> {
  const bare = Object.entries(schema.shape).map(([name, field]) => {
    const isDefaulted = field instanceof z.ZodDefault || field instanceof z.ZodPrefault
    return [name, z.optional(isDefaulted ? field.unwrap() : field)]
  })
  return z.strictObject(Object.fromEntries(bare)) as unknown as PartsOf<S>
}

/** The operator's details that the law requires on the site; empty until set. */
const operator = z.strictObject({
  name: text,
  representative: text,
  address: text,
  phone: text,
  email: email.or(z.literal('')).default(''),
  /** The registration number of qualified invoices: T and 13 digits. */
  invoice_number: text,
})
export type Operator = z.output<typeof operator>

/** Letters allowed in names of the bank's files (全銀協規定形式, C fields): one byte each. */
const halfWidth = z.string().regex(/^[A-Z0-9 ().\-/¥\uff61-\uff9f]*$/)
const digits = (count: number, value: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`))
    .default(value)

/** The operator's own account in the bank's files. The client code is zeros until set up. */
const bankSender = z.strictObject({
  client_code: digits(10, '0000000000'),
  client_name: halfWidth.trim().min(1).max(40).default('ﾚﾝﾊﾞﾝ'),
  bank_code: digits(4, '0001'),
  bank_name_kana: halfWidth.default('ﾐｽﾞﾎ'),
  branch_code: digits(3, '001'),
  branch_name_kana: halfWidth.default('ﾄｳｷﾖｳ'),
  deposit_type: z.enum(['savings', 'checking']).default('checking'),
  account_number: digits(7, '0000000'),
})

/**
 * Every adjustable value of the platform, with its default, in yen, basis points (`_bp`) or
 * seconds.
 */
export const settingsSchema = z.strictObject({
  card_minimum: z.int().min(50).max(YEN_MAX).default(50), // the provider takes no less
  price_min: z.int().min(10).max(YEN_MAX).default(10),
  price_max: yen(9_999_999),
  purchases_per_action: z.int().min(1).max(100).default(10),
  copies_per_draw: z.int().min(1).max(100).default(10),
  holds_per_person: z.int().min(1).max(100).default(10), // copies one person may be paying for at once
  platform_fee_primary_bp: rate(1_000),
  platform_fee_secondary_bp: rate(500),
  royalty_max_bp: rate(5_000),
  rental_days_min: z.int().min(1).max(365).default(1),
  rental_days_max: z.int().min(1).max(365).default(365),
  checkout_hold_seconds: z.int().min(60).max(DAY_SECONDS).default(900),
  waiting_opens_seconds: z.int().min(60).max(DAY_SECONDS).default(1_800), // before the sale starts
  waiting_people_per_minute: z.int().min(1).max(60_000).default(300), // as many as the checkout can serve
  waiting_pass_seconds: z.int().min(60).max(DAY_SECONDS).default(600), // to order in, once admitted
  payout_min: z.int().min(1).max(YEN_MAX).default(1_000),
  payout_max: yen(999_999),
  payout_fee: yen(200),
  payout_day: z.int().min(1).max(28).default(5), // of the next month, or the bank's next working day
  bank_change_hold_seconds: z
    .int()
    .min(0)
    .max(30 * DAY_SECONDS)
    .default(DAY_SECONDS), // no payout this soon after a change of bank account
  payout_deadline_days: days(180), // after which earnings become points
  payout_failed_days: days(30), // left after a failed payout, and after a hold of payouts
  points_days: days(180), // after which points expire
  copies_per_upload: z.int().min(1).max(10_000).default(10_000),
  uploads_open_max: z.int().min(1).max(10_000).default(200), // unfinished uploads of one creator
  distribution_fee: z.int().min(1).max(YEN_MAX).default(110), // for each copy given away, tax included
  coupons_per_batch: z.int().min(1).max(1_000).default(1_000),
  coupon_points_max: z.int().min(1).max(9_999_999).default(10_000), // the most yen of one code
  /**
   * Domains whose e-mail addresses may become creators: `renban.example, film.example`. Empty
   * allows none.
   */
  company_domains: z
    .string()
    .trim()
    .max(500)
    .regex(/^$|^[a-z0-9.-]+(, ?[a-z0-9.-]+)*$/)
    .default(''),
  trade_enabled: z.boolean().default(true),
  trade_top_up_enabled: z.boolean().default(false),
  trade_offer_days: z.int().min(1).max(365).default(14), // until an offer to trade lapses
  trade_offers_per_person: z.int().min(1).max(1_000).default(50), // that one person may have open
  gift_enabled: z.boolean().default(true),
  gift_days: z.int().min(1).max(365).default(30), // until an unclaimed gift returns, if the giver says nothing
  gift_days_max: z.int().min(1).max(365).default(90),
  gift_confirm_yen: yen(10_000), // a code or passkey confirms gifts of 24 hours worth more
  gifts_per_day: z.int().min(1).max(10_000).default(200), // that one person may make in 24 hours
  lending_enabled: z.boolean().default(true),
  loan_days_max: z.int().min(1).max(365).default(14), // that an owner may lend a copy for
  trade_proposal_days: z.int().min(1).max(365).default(7), // until a proposed trade lapses
  wishes_per_person: z.int().min(1).max(1_000).default(200), // that one person may have
  screening_enabled: z.boolean().default(false),
  screening_guests: z.int().min(0).max(100).default(0), // of a title whose creator says nothing
  screening_grace_seconds: z.int().min(60).max(DAY_SECONDS).default(600), // after which an absent host ends one
  offline_playback_enabled: z.boolean().default(false),
  code_seconds: z.int().min(60).max(HOUR_SECONDS).default(600), // in which a mailed code works
  code_tries: z.int().min(1).max(10).default(5), // wrong ones, which lock a code
  recovery_wait_days: z.int().min(3).max(60).default(7), // until an account moves whose mailbox is lost
  maintenance: z.boolean().default(false),
  maintenance_note: text, // shown to visitors during maintenance, such as its expected end
  operator: operator.prefault({}),
  bank_sender: bankSender.prefault({}),
})
export type Settings = z.output<typeof settingsSchema>

/** The settings that everyone may read. */
export const publicSettings = settingsSchema.pick({
  card_minimum: true,
  price_min: true,
  price_max: true,
  purchases_per_action: true,
  copies_per_draw: true,
  royalty_max_bp: true,
  rental_days_min: true,
  rental_days_max: true,
  checkout_hold_seconds: true,
  payout_deadline_days: true,
  points_days: true,
  copies_per_upload: true,
  distribution_fee: true,
  trade_enabled: true,
  trade_top_up_enabled: true,
  gift_enabled: true,
  gift_days: true,
  gift_days_max: true,
  screening_enabled: true,
  screening_guests: true,
  lending_enabled: true,
  loan_days_max: true,
  code_seconds: true,
  recovery_wait_days: true,
  maintenance: true,
  maintenance_note: true,
  operator: true,
})

/** All settings, for administrators. `version` is 0 until the first change. */
const allSettings = settingsSchema.extend({ version: z.int() })

/** Returns the public settings; administrators receive all, recognisable by `version`. */
export const getSettings = endpoint('GET', '/application_settings', {
  query: z.strictObject({}),
  reply: z.union([allSettings, publicSettings]),
})

export const someSettings = z.strictObject({
  ...partsOf(settingsSchema).shape,
  operator: partsOf(operator).optional(),
  bank_sender: partsOf(bankSender)
    .omit({ bank_name_kana: true, branch_name_kana: true })
    .optional(),
})

/**
 * Changes the given settings and leaves the rest, also within `operator` and `bank_sender`. The
 * bank's names are looked up in the directory. `version` is the one that the administrator saw: if
 * another administrator changed the settings since, the call is refused with `settings_changed`.
 */
export const changeSettings = endpoint('PATCH', '/application_settings', {
  body: someSettings.extend({
    version: z.int().min(0),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: allSettings,
})

/** The name of a setting; a part of `operator` or `bank_sender` follows a dot. */
export type SettingName =
  | Exclude<keyof Settings, 'operator' | 'bank_sender'>
  | `operator.${keyof Operator}`
  | `bank_sender.${keyof Settings['bank_sender']}`

const value = z.union([z.string(), z.number(), z.boolean()])
const change = z.strictObject({ field: z.string(), from: value, to: value }) // a `SettingName`
export type SettingChange = z.output<typeof change>

const version = z.strictObject({
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(), // a username; null if changed directly in the database
  reason: z.string(),
  changes: z.array(change),
})
export type SettingVersion = z.output<typeof version>

/** Lists the changes of each version, newest first. */
export const listSettingVersions = endpoint('GET', '/application_settings/history', {
  query: z.strictObject(paging),
  reply: z.strictObject({ items: z.array(version), total: z.int() }),
})

/** Returns the first setting that contradicts another one or is malformed. */
export function findInvalidSetting(settings: Settings): SettingName | undefined {
  const { price_min, price_max, payout_min, payout_max } = settings
  const { rental_days_min, rental_days_max } = settings
  const { invoice_number } = settings.operator
  if (invoice_number !== '' && !isInvoiceNumber(invoice_number)) return 'operator.invoice_number'
  if (price_min > price_max) return 'price_max'
  if (settings.card_minimum > price_max) return 'card_minimum'
  if (payout_min > payout_max) return 'payout_max'
  if (rental_days_min > rental_days_max) return 'rental_days_max'
  // Fee and royalty of a resale must not exceed the price.
  return settings.platform_fee_secondary_bp + settings.royalty_max_bp > 10_000
    ? 'royalty_max_bp'
    : undefined
}

/** Returns all settings in one flat record, with names such as `operator.name`. */
export function flattenSettings(settings: Settings): Record<SettingName, SettingChange['from']> {
  const { operator: details, bank_sender, ...rest } = settings
  const prefixed = (name: string, parts: Record<string, string>) =>
    Object.entries(parts).map(([part, held]) => [`${name}.${part}`, held] as const)
  const parts = [...prefixed('operator', details), ...prefixed('bank_sender', bank_sender)]
  return { ...rest, ...Object.fromEntries(parts) } as ReturnType<typeof flattenSettings>
}

/** Returns the menu entries to show. Calls check the authorization themselves. */
export const getMenu = endpoint('GET', '/showing_menu_settings', {
  query: z.strictObject({}),
  reply: z.strictObject({ entries: z.array(z.string()) }),
})
