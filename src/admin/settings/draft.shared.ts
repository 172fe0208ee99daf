import type { z } from 'zod'
import { decimalNumber, percentNumber, wholeNumber } from '#core/typed-number.shared.ts'
import {
  findInvalidSetting,
  flattenSettings,
  type SettingChange,
  type SettingName,
  type Settings,
  someSettings,
} from '#src/platform/settings/settings.shared.ts'

/** The unit in which the form shows a setting, for example per cent for stored basis points. */
type Unit = 'yen' | 'percent' | 'minutes' | 'hours' | 'days' | 'count' | 'flag' | 'text' | 'deposit'

const SCALE: Partial<Record<Unit, number>> = { percent: 100, minutes: 60, hours: 3_600 }

// oxfmt-ignore
const units: Record<Exclude<SettingName, `operator.${string}` | `bank_sender.${string}`>, Unit> = {
  card_minimum: 'yen', price_min: 'yen', price_max: 'yen',
  purchases_per_action: 'count', copies_per_draw: 'count', holds_per_person: 'count', copies_per_upload: 'count',
  uploads_open_max: 'count',
  platform_fee_primary_bp: 'percent', platform_fee_secondary_bp: 'percent', royalty_max_bp: 'percent',
  checkout_hold_seconds: 'minutes', bank_change_hold_seconds: 'hours',
  rental_days_min: 'days', rental_days_max: 'days',
  payout_min: 'yen', payout_max: 'yen', payout_fee: 'yen', payout_day: 'count',
  waiting_opens_seconds: 'minutes', waiting_people_per_minute: 'count', waiting_pass_seconds: 'minutes',
  payout_deadline_days: 'days', payout_failed_days: 'days', points_days: 'days',
  distribution_fee: 'yen', coupons_per_batch: 'count', coupon_points_max: 'yen', company_domains: 'text',
  trade_enabled: 'flag', trade_top_up_enabled: 'flag', trade_offer_days: 'days', trade_offers_per_person: 'count',
  gift_enabled: 'flag', gift_days: 'days', gift_days_max: 'days', gifts_per_day: 'count', gift_confirm_yen: 'yen',
  screening_enabled: 'flag', screening_guests: 'count', screening_grace_seconds: 'minutes',
  lending_enabled: 'flag', loan_days_max: 'days',
  trade_proposal_days: 'days', wishes_per_person: 'count', offline_playback_enabled: 'flag',
  code_seconds: 'minutes', code_tries: 'count', recovery_wait_days: 'days',
  maintenance: 'flag', maintenance_note: 'text',
}

export function unitOf(name: SettingName): Unit {
  if (name === 'bank_sender.deposit_type') return 'deposit'
  return name in units ? units[name as keyof typeof units] : 'text'
}

/** Formats a value for its field: 1,050 basis points become `10.5`. */
export function textOf(name: SettingName, value: SettingChange['from']): string {
  if (typeof value !== 'number') return String(value)
  const shown = value / (SCALE[unitOf(name)] ?? 1)
  const short = String(Number(shown.toFixed(2)))
  return valueOf(name, short) === value ? short : shown.toFixed(4)
}

/** Parses the text of a field; undefined if it has to be a number and is none. */
export function valueOf(name: SettingName, text: string): SettingChange['from'] | undefined {
  const unit = unitOf(name)
  if (unit === 'text' || unit === 'deposit') return text.trim()
  if (unit === 'flag') return text === 'true'
  const scale = SCALE[unit]
  if (!scale) return wholeNumber(text)
  const parsed = unit === 'percent' ? percentNumber(text) : decimalNumber(text, true)
  const scaled = (parsed ?? Number.NaN) * scale
  const whole = Math.round(scaled)
  // Four decimals of an hour or a minute are at most this far from a whole second.
  const rounding = unit === 'percent' ? 0 : scale * 0.000_05
  return Math.abs(scaled - whole) < rounding + 1e-6 ? whole : undefined
}

/** The text of the edited fields. */
export type Draft = Partial<Record<SettingName, string>>
export interface Fault {
  field: SettingName
  why: 'number' | 'least' | 'most' | 'form' | 'together'
  /** The bound, formatted for the field. */
  limit?: string
}

/** Returns the changes of a draft and its faults, using the same checks as the endpoint. */
export function readDraft(draft: Draft, settings: Settings) {
  const before = flattenSettings(settings)
  const faults: Fault[] = []
  const changes: SettingChange[] = []
  for (const [name, text] of Object.entries(draft)) {
    const field = name as SettingName
    const to = valueOf(field, text)
    if (to === undefined) faults.push({ field, why: 'number' })
    else if (to !== before[field]) changes.push({ field, from: before[field], to })
  }
  const body = bodyOf(changes)
  const checked = someSettings.safeParse(body)
  for (const { path, code, ...issue } of checked.error?.issues ?? []) {
    const field = path.join('.') as SettingName
    const limit =
      'minimum' in issue ? issue.minimum : 'maximum' in issue ? issue.maximum : undefined
    const isBound = typeof before[field] === 'number' && limit !== undefined
    const why = isBound ? (code === 'too_small' ? 'least' : 'most') : 'form'
    faults.push({ field, why, ...(isBound && { limit: textOf(field, Number(limit)) }) })
  }
  const together = faults.length === 0 && findInvalidSetting(merged(settings, body))
  if (together) faults.push({ field: together, why: 'together' })
  return { changes, faults }
}

type Changed = z.output<typeof someSettings>

/** Converts changes to the body of the request, with nested objects for names such as `operator.email`. */
export function bodyOf(changes: readonly SettingChange[]): Changed {
  const body: Record<string, unknown> = {}
  for (const { field, to } of changes) {
    const [name = '', part] = field.split('.')
    body[name] = part ? { ...(body[name] as object | undefined), [part]: to } : to
  }
  return body
}

function merged(settings: Settings, { operator, bank_sender, ...rest }: Changed): Settings {
  return {
    ...settings,
    ...(rest as Partial<Settings>),
    operator: { ...settings.operator, ...(operator as Partial<Settings['operator']>) },
    bank_sender: { ...settings.bank_sender, ...(bank_sender as Partial<Settings['bank_sender']>) },
  }
}

/** Reports whether the server computes a setting, so that it cannot be edited. */
export const isComputed = (field: string) =>
  field === 'bank_sender.bank_name_kana' || field === 'bank_sender.branch_name_kana'

/** Returns the changes that would restore the values before an older change, except those already restored. */
export function revertingChanges(
  changes: readonly SettingChange[],
  settings: Settings,
): SettingChange[] {
  const now = flattenSettings(settings)
  return changes
    .filter(({ field }) => !isComputed(field) && field in now)
    .map(({ field, from }) => ({ field, from: now[field as SettingName], to: from }))
    .filter(({ from, to }) => from !== to)
}
