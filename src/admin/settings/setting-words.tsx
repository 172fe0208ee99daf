import { useLingui } from '@lingui/react/macro'
import { formatCount, formatYen } from '#src/ui/yen.ts'
import { textOf, unitOf } from './draft.shared.ts'
import type { SettingChange, SettingName } from '#src/platform/settings/settings.shared.ts'

/** Returns the name of each setting. A setting without a name does not compile. */
export function useSettingWords(): Record<SettingName, string> {
  const { t } = useLingui()
  return {
    price_min: t`Lowest price`,
    price_max: t`Highest price`,
    platform_fee_primary_bp: t`Fee of a first sale`,
    platform_fee_secondary_bp: t`Fee of a later sale`,
    royalty_max_bp: t`Highest royalty`,
    rental_days_min: t`Shortest rental`,
    rental_days_max: t`Longest rental`,
    card_minimum: t`Smallest card payment`,
    checkout_hold_seconds: t`A copy is held for payment`,
    purchases_per_action: t`Copies bought in one go`,
    holds_per_person: t`Copies one person may be paying for`,
    waiting_opens_seconds: t`A waiting room opens before its sale`,
    waiting_people_per_minute: t`People let in a minute`,
    waiting_pass_seconds: t`A turn to choose a number lasts`,
    copies_per_upload: t`Copies of a title at most`,
    uploads_open_max: t`Uploads one creator may have under way`,
    payout_min: t`Smallest payout`,
    payout_max: t`Largest payout`,
    payout_fee: t`Fee of a payout`,
    payout_day: t`Day of the transfer`,
    bank_change_hold_seconds: t`No payout after a change of bank account`,
    payout_deadline_days: t`Earnings can be paid out for`,
    payout_failed_days: t`More time after a failed payout`,
    points_days: t`Points are good for`,
    coupons_per_batch: t`Codes in a batch`,
    coupon_points_max: t`Points of a code at most`,
    company_domains: t`E-mail domains of creators`,
    trade_enabled: t`Trading is open`,
    offline_playback_enabled: t`Watching offline is open`,
    maintenance: t`Closed for maintenance`,
    maintenance_note: t`What the closed page says`,
    'operator.name': t`Name`,
    'operator.representative': t`Who answers for it`,
    'operator.address': t`Address`,
    'operator.phone': t`Phone`,
    'operator.email': t`E-mail of the operator`,
    'operator.invoice_number': t`Invoice registration number`,
    'bank_sender.client_code': t`Client code`,
    'bank_sender.client_name': t`Client name`,
    'bank_sender.bank_code': t`Bank code`,
    'bank_sender.bank_name_kana': t`Bank’s name for its files`,
    'bank_sender.branch_code': t`Branch code`,
    'bank_sender.branch_name_kana': t`Branch’s name for its files`,
    'bank_sender.deposit_type': t`Account type`,
    'bank_sender.account_number': t`Account number`,
  }
}

/** Returns a function that names the unit of a setting, shown after the name of its field. */
export function useUnitWords() {
  const { t } = useLingui()
  return (name: SettingName): string | undefined => {
    const unit = unitOf(name)
    if (unit === 'yen') return t`in yen`
    if (unit === 'percent') return t`in %`
    if (unit === 'minutes') return t`in minutes`
    if (unit === 'hours') return t`in hours`
    if (unit === 'days') return t`in days`
    return undefined
  }
}

/** Returns a function that formats a value for display: `¥200`, `10 %`, `180 days`, `Yes`. */
export function useValueWords() {
  const { t } = useLingui()
  return (name: SettingName, value: SettingChange['from']): string => {
    const unit = unitOf(name)
    const text = textOf(name, value)
    if (unit === 'flag') return value ? t`Yes` : t`No`
    if (unit === 'deposit') return value === 'savings' ? t`Savings account` : t`Checking account`
    if (text === '') return t`empty`
    if (unit === 'yen') return formatYen(Number(value))
    if (unit === 'percent') return t`${text} %`
    if (unit === 'minutes') return t`${text} min`
    if (unit === 'hours') return t`${text} h`
    if (unit === 'days') return t`${text} days`
    return unit === 'count' ? formatCount(Number(value)) : text
  }
}
