import { plural } from '@lingui/core/macro'
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
    platform_fee_primary_bp: t`First-sale fee`,
    platform_fee_secondary_bp: t`Resale fee`,
    royalty_max_bp: t`Highest royalty`,
    rental_days_min: t`Shortest rental`,
    rental_days_max: t`Longest rental`,
    card_minimum: t`Smallest card payment`,
    checkout_hold_seconds: t`Time to complete a payment`,
    purchases_per_action: t`Copies per purchase`,
    copies_per_draw: t`Copies per draw`,
    holds_per_person: t`Copies a person can pay for at once`,
    waiting_opens_seconds: t`Waiting room opens before the sale`,
    waiting_people_per_minute: t`People admitted per minute`,
    waiting_pass_seconds: t`Length of a turn`,
    copies_per_upload: t`Copies per title`,
    uploads_open_max: t`Uploads in progress per creator`,
    payout_min: t`Smallest payout`,
    payout_max: t`Largest payout`,
    payout_fee: t`Payout fee`,
    payout_day: t`Transfer day`,
    bank_change_hold_seconds: t`Payout pause after a bank account change`,
    payout_deadline_days: t`Payout deadline`,
    payout_failed_days: t`Extra time after a failed or held payout`,
    points_days: t`Validity of points`,
    distribution_fee: t`Fee per copy given away`,
    coupons_per_batch: t`Codes per batch`,
    coupon_points_max: t`Points per code`,
    company_domains: t`Email domains of creators`,
    trade_enabled: t`Trading`,
    trade_top_up_enabled: t`Yen in trades`,
    trade_offer_days: t`Trade offers last`,
    trade_offers_per_person: t`Open trade offers per person`,
    gift_enabled: t`Gifts`,
    gift_days: t`Gifts can be claimed for`,
    gift_days_max: t`Gifts can be claimed for at most`,
    gifts_per_day: t`Gifts per person in 24 hours`,
    gift_confirm_yen: t`Gifts of 24 hours are confirmed above`,
    screening_enabled: t`Screenings`,
    screening_guests: t`Guests of a screening if the creator sets no limit`,
    screening_grace_seconds: t`Screenings end without their host after`,
    lending_enabled: t`Lending to friends`,
    loan_days_max: t`Copies are lent for at most`,
    trade_proposal_days: t`Proposed trades last`,
    wishes_per_person: t`Wanted titles and numbers per person`,
    offline_playback_enabled: t`Offline playback`,
    code_seconds: t`Mailed codes work for`,
    code_tries: t`Wrong entries that lock a code`,
    recovery_wait_days: t`Accounts with a lost mailbox move after`,
    maintenance: t`Closed for maintenance`,
    maintenance_note: t`Maintenance notice`,
    'operator.name': t`Name`,
    'operator.representative': t`Representative`,
    'operator.address': t`Address`,
    'operator.phone': t`Phone`,
    'operator.email': t`Operator’s email`,
    'operator.invoice_number': t`Invoice registration number`,
    'bank_sender.client_code': t`Client code`,
    'bank_sender.client_name': t`Client name`,
    'bank_sender.bank_code': t`Bank code`,
    'bank_sender.bank_name_kana': t`Bank name in files`,
    'bank_sender.branch_code': t`Branch code`,
    'bank_sender.branch_name_kana': t`Branch name in files`,
    'bank_sender.deposit_type': t`Account type`,
    'bank_sender.account_number': t`Account number`,
  }
}

/** Returns a function that names the unit of a setting, shown after the name of its field. */
export function useUnitWords() {
  const { t } = useLingui()
  return (name: SettingName): string | undefined => {
    const unit = unitOf(name)
    if (unit === 'yen') return t`¥`
    if (unit === 'percent') return t`%`
    if (unit === 'minutes') return t`minutes`
    if (unit === 'hours') return t`hours`
    if (unit === 'days') return t`days`
    return undefined
  }
}

/** Returns a function that formats a value for display: `¥200`, `10%`, `180 days`, `Yes`. */
export function useValueWords() {
  const { t } = useLingui()
  return (name: SettingName, value: SettingChange['from']): string => {
    const unit = unitOf(name)
    const text = textOf(name, value)
    if (unit === 'flag') return value ? t`Yes` : t`No`
    if (unit === 'deposit') return value === 'savings' ? t`Savings account` : t`Checking account`
    if (text === '') return t`empty`
    if (unit === 'yen') return formatYen(Number(value))
    if (unit === 'percent') return t`${text}%`
    if (unit === 'minutes') return t`${text} min`
    if (unit === 'hours') return t`${text} h`
    if (unit === 'days') return t`${plural(Number(value), { one: '# day', other: '# days' })}`
    return unit === 'count' ? formatCount(Number(value)) : text
  }
}
