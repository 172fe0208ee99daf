import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { isInvoiceNumber } from './invoice-number.shared.ts'

const YEN_MAX = 9_999_999
const DAY = 86_400

const yen = (value: number) => z.int().min(0).max(YEN_MAX).default(value)
const days = (value: number) => z.int().min(1).max(3_650).default(value)
const rate = (bp: number) => z.int().min(0).max(10_000).default(bp)

const words = z.string().trim().max(300).default('')

type Bare<F> = F extends z.ZodDefault<infer I> | z.ZodPrefault<infer I> ? I : F
type PartsOf<S extends z.ZodRawShape> = z.ZodObject<
  { [K in keyof S]: z.ZodOptional<Bare<S[K]>> },
  z.core.$strict
>

/** The same fields without their defaults, each to be given or left out. */
function partsOf<S extends z.ZodRawShape>(schema: z.ZodObject<S, z.core.$strict>): PartsOf<S> {
  const bare = Object.entries(schema.shape).map(([name, field]) => {
    const isDefaulted = field instanceof z.ZodDefault || field instanceof z.ZodPrefault
    return [name, z.optional(isDefaulted ? field.unwrap() : field)]
  })
  return z.strictObject(Object.fromEntries(bare)) as unknown as PartsOf<S>
}

/** Who runs this house, as the law has it shown; empty until the operator has said it. */
const operator = z.strictObject({
  name: words,
  representative: words,
  address: words,
  phone: words,
  email: words,
  /** Of qualified invoices: T and 13 digits. */
  invoice_number: words,
})
export type Operator = z.output<typeof operator>

/** What a name may be written with in the bank's files (全銀協規定形式, C fields): one byte a letter. */
const half = z.string().regex(/^[A-Z0-9 ().\-/¥\uff61-\uff9f]*$/)
const digits = (count: number, value: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`))
    .default(value)

/** The house's own account, as its bank's files name it; the code is zeros until it is set up. */
const bankSender = z.strictObject({
  client_code: digits(10, '0000000000'),
  client_name: half.trim().min(1).max(40).default('ﾚﾝﾊﾞﾝ'),
  bank_code: digits(4, '0001'),
  bank_name_kana: half.default('ﾐｽﾞﾎ'),
  branch_code: digits(3, '001'),
  branch_name_kana: half.default('ﾄｳｷﾖｳ'),
  deposit_type: z.enum(['savings', 'checking']).default('checking'),
  account_number: digits(7, '0000000'),
})

/** Every open number of the product, with its default (readings A18). Yen, basis points, seconds. */
export const settingsSchema = z.strictObject({
  card_minimum: z.int().min(50).max(YEN_MAX).default(50), // the provider takes no less
  price_min: z.int().min(10).max(YEN_MAX).default(10),
  price_max: yen(9_999_999),
  purchases_per_action: z.int().min(1).max(100).default(10),
  holds_per_person: z.int().min(1).max(100).default(10), // copies one person may be paying for at once
  platform_fee_primary_bp: rate(1_000),
  platform_fee_secondary_bp: rate(500),
  royalty_max_bp: rate(5_000),
  rental_days_min: z.int().min(1).max(365).default(1), // readings A53
  rental_days_max: z.int().min(1).max(365).default(365),
  checkout_hold_seconds: z.int().min(60).max(DAY).default(900),
  waiting_opens_seconds: z.int().min(60).max(DAY).default(1_800), // before the sale starts
  waiting_people_per_minute: z.int().min(1).max(60_000).default(300), // that the checkout sustains
  waiting_pass_seconds: z.int().min(60).max(DAY).default(600), // to order in, once admitted
  payout_min: z.int().min(1).max(YEN_MAX).default(1_000),
  payout_max: yen(999_999),
  payout_fee: yen(200),
  payout_day: z.int().min(1).max(28).default(5), // of the next month, or the bank's next working day
  bank_change_hold_seconds: z
    .int()
    .min(0)
    .max(30 * DAY)
    .default(DAY), // no payout so soon after a new account
  payout_deadline_days: days(180), // then earnings become points
  payout_failed_days: days(30), // that a failed payout gives on top
  points_days: days(180), // then points end
  copies_per_upload: z.int().min(1).max(10_000).default(10_000),
  uploads_open_max: z.int().min(1).max(10_000).default(200), // titles one creator may have on their way
  coupons_per_batch: z.int().min(1).max(1_000).default(1_000),
  coupon_points_max: z.int().min(1).max(9_999_999).default(10_000), // yen that one code may give
  /** Only people with such an e-mail can be made creators: `renban.example, film.example`. */
  company_domains: z
    .string()
    .trim()
    .max(500)
    .regex(/^$|^[a-z0-9.-]+(, ?[a-z0-9.-]+)*$/)
    .default(''),
  trade_enabled: z.boolean().default(true),
  offline_playback_enabled: z.boolean().default(false),
  maintenance: z.boolean().default(false),
  maintenance_note: words, // until when, say; read by whoever finds the house closed
  operator: operator.prefault({}),
  bank_sender: bankSender.prefault({}),
})
export type Settings = z.output<typeof settingsSchema>

/** What everybody may know of them. */
export const publicSettings = settingsSchema.pick({
  card_minimum: true,
  price_min: true,
  price_max: true,
  purchases_per_action: true,
  royalty_max_bp: true,
  rental_days_min: true,
  rental_days_max: true,
  checkout_hold_seconds: true,
  copies_per_upload: true,
  trade_enabled: true,
  maintenance: true,
  maintenance_note: true,
  operator: true,
})

/** All of them, for whoever may change them. `version` is 0 while nobody has. */
const allSettings = settingsSchema.extend({ version: z.int() })

/** Everybody's part; whoever may change them is answered with all (told apart by `version`). */
export const getSettings = endpoint('GET', '/application_settings', {
  query: z.strictObject({}),
  reply: z.union([allSettings, publicSettings]),
})

/**
 * Changes what is given and leaves the rest; of `operator` and `bank_sender` too a part will do. The
 * bank's names come from the directory. `version` is the one that was looked at: whoever changed
 * them since is not overruled unseen.
 */
export const changeSettings = endpoint('PATCH', '/application_settings', {
  body: z.strictObject({
    ...partsOf(settingsSchema).shape,
    operator: partsOf(operator).optional(),
    bank_sender: partsOf(bankSender)
      .omit({ bank_name_kana: true, branch_name_kana: true })
      .optional(),
    version: z.int().min(0),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: allSettings,
})

/** Each setting by its name; of a part with a dot. */
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
  changed_by: z.string().nullable(), // a username; null: the operator, at the database
  reason: z.string(),
  changes: z.array(change),
})
export type SettingVersion = z.output<typeof version>

/** Every version, the newest first, by what it changed. */
export const listSettingVersions = endpoint('GET', '/application_settings/history', {
  query: z.strictObject({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.strictObject({ items: z.array(version), total: z.int() }),
})

/** The first field that is not right together with the others, or not fit to be shown to people. */
export function findInvalidSetting(settings: Settings): SettingName | undefined {
  const { price_min, price_max, payout_min, payout_max } = settings
  const { rental_days_min, rental_days_max } = settings
  const { email, invoice_number } = settings.operator
  if (email !== '' && !z.email().safeParse(email).success) return 'operator.email'
  if (invoice_number !== '' && !isInvoiceNumber(invoice_number)) return 'operator.invoice_number'
  if (price_min > price_max) return 'price_max'
  if (settings.card_minimum > price_max) return 'card_minimum'
  if (payout_min > payout_max) return 'payout_max'
  if (rental_days_min > rental_days_max) return 'rental_days_max'
  // Of a price that is sold on nobody may be owed more than all of it.
  return settings.platform_fee_secondary_bp + settings.royalty_max_bp > 10_000
    ? 'royalty_max_bp'
    : undefined
}

/** Each name and value in one row: `operator.name`. */
export function flattenSettings(settings: Settings): Record<SettingName, SettingChange['from']> {
  const { operator: app, bank_sender, ...rest } = settings
  const under = (name: string, held: Record<string, string>) =>
    Object.entries(held).map(([part, said]) => [`${name}.${part}`, said] as const)
  const parts = [...under('operator', app), ...under('bank_sender', bank_sender)]
  return { ...rest, ...Object.fromEntries(parts) } as ReturnType<typeof flattenSettings>
}

/** Which header entries to show; never the authorization itself. */
export const getMenu = endpoint('GET', '/showing_menu_settings', {
  query: z.strictObject({}),
  reply: z.strictObject({ entries: z.array(z.string()) }),
})
