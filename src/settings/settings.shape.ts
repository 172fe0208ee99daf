import { z } from 'zod'
import { endpoint } from '#core/endpoint.ts'

const yen = (value: number) => z.int().min(0).default(value)
const rate = (bp: number) => z.int().min(0).max(10_000).default(bp)

const words = z.string().trim().max(300).default('')

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

/** The house's own account, as its bank's files name it; the code is zeros until it is set up. */
const bankSender = z.strictObject({
  client_code: z
    .string()
    .regex(/^\d{10}$/)
    .default('0000000000'),
  client_name: z.string().max(40).default('ﾚﾝﾊﾞﾝ'),
  bank_code: z.string().default('0001'),
  bank_name_kana: z.string().default('ﾐｽﾞﾎ'),
  branch_code: z.string().default('001'),
  branch_name_kana: z.string().default('ﾄｳｷﾖｳ'),
  deposit_type: z.enum(['savings', 'checking']).default('checking'),
  account_number: z.string().default('0000000'),
})

/** Every open number of the product, with its default (readings A18). Yen, basis points, seconds. */
export const settingsSchema = z.strictObject({
  card_minimum: yen(50),
  price_min: z.int().min(10).default(10),
  price_max: yen(9_999_999),
  purchases_per_action: z.int().min(1).default(10),
  holds_per_person: z.int().min(1).default(10), // copies one person may be paying for at once
  platform_fee_primary_bp: rate(1_000),
  platform_fee_secondary_bp: rate(500),
  royalty_max_bp: rate(5_000),
  checkout_hold_seconds: z.int().min(60).default(900),
  payout_min: yen(1_000),
  payout_max: yen(999_999),
  payout_fee: yen(200),
  payout_day: z.int().min(1).max(28).default(5), // of the next month, or the bank's next working day
  bank_change_hold_seconds: z.int().min(0).default(86_400), // no payout so soon after a new account
  payout_deadline_days: z.int().min(1).default(180), // then earnings become points
  payout_failed_days: z.int().min(1).default(30), // that a failed payout gives on top
  points_days: z.int().min(1).default(180), // then points end
  copies_per_upload: z.int().min(1).max(10_000).default(10_000),
  trade_enabled: z.boolean().default(true),
  offline_playback_enabled: z.boolean().default(false),
  maintenance: z.boolean().default(false),
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
  checkout_hold_seconds: true,
  copies_per_upload: true,
  trade_enabled: true,
  maintenance: true,
  operator: true,
})

export const getSettings = endpoint('GET', '/application_settings', {
  query: z.strictObject({}),
  reply: publicSettings,
})

/** Which header entries to show; never the authorization itself. */
export const getMenu = endpoint('GET', '/showing_menu_settings', {
  query: z.strictObject({}),
  reply: z.strictObject({ entries: z.array(z.string()) }),
})
