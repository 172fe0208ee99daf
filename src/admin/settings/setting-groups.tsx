import { useLingui } from '@lingui/react/macro'
import type { SettingName } from '#src/platform/settings/settings.shared.ts'

export interface Group {
  title: string
  /** From when a change holds: said as the acts have it. */
  hint: string
  names: SettingName[]
}

/** The settings as an administrator looks for them. */
export function useSettingGroups(): Group[] {
  const { t } = useLingui()
  return [
    {
      title: t`Prices and fees`,
      hint: t`A new fee holds for every purchase begun from then on, also of copies that are listed already. Bounds of prices, rentals and royalties hold for what is listed or set from then on.`,
      names: [
        ...(['price_min', 'price_max', 'rental_days_min', 'rental_days_max'] as const),
        ...(['platform_fee_primary_bp', 'platform_fee_secondary_bp', 'royalty_max_bp'] as const),
      ],
    },
    {
      title: t`Buying and publishing`,
      hint: t`These hold for purchases, uploads and coupons begun from then on.`,
      names: [
        ...(['card_minimum', 'checkout_hold_seconds', 'purchases_per_action'] as const),
        ...(['holds_per_person', 'copies_per_upload', 'uploads_open_max'] as const),
        ...(['coupons_per_batch', 'coupon_points_max', 'company_domains'] as const),
      ],
    },
    {
      title: t`Waiting rooms`,
      hint: t`The rate and the length of a turn hold at once, also in rooms that are open.`,
      names: ['waiting_opens_seconds', 'waiting_people_per_minute', 'waiting_pass_seconds'],
    },
    {
      title: t`Payouts and points`,
      hint: t`Amounts and the fee hold for requests from then on. Deadlines hold at once for all that people have: shortened, they turn earnings into points, and end points, within the hour.`,
      names: [
        ...(['payout_min', 'payout_max', 'payout_fee', 'payout_day'] as const),
        ...(['bank_change_hold_seconds', 'payout_failed_days'] as const),
        ...(['payout_deadline_days', 'points_days'] as const),
      ],
    },
    {
      title: t`The operator`,
      hint: t`Shown to everybody, on the legal notices and on papers. Differences in the books are told to this e-mail address.`,
      names: [
        ...(['operator.name', 'operator.representative', 'operator.address'] as const),
        ...(['operator.phone', 'operator.email', 'operator.invoice_number'] as const),
      ],
    },
    {
      title: t`The house’s bank account`,
      hint: t`Payouts leave from here. The bank takes a file only if these are as in your transfer contract with it. A file that is made again names the new account too.`,
      names: [
        ...(['bank_sender.client_code', 'bank_sender.client_name'] as const),
        ...(['bank_sender.bank_code', 'bank_sender.branch_code'] as const),
        ...(['bank_sender.deposit_type', 'bank_sender.account_number'] as const),
      ],
    },
    {
      title: t`What is open`,
      hint: t`Felt at once. Closed for maintenance, every page and call is refused but to administrators; signing in and payments that arrive go on.`,
      names: [
        ...(['trade_enabled', 'offline_playback_enabled'] as const),
        ...(['maintenance', 'maintenance_note'] as const),
      ],
    },
  ]
}

/** What some fields need to be told of besides. */
export function useSettingHints(): Partial<Record<SettingName, string>> {
  const { t } = useLingui()
  return {
    payout_day: t`Of the next month, or the bank’s next working day. Months whose file was made keep theirs.`,
    company_domains: t`With commas between them. Only people with such an address can be made creators.`,
    maintenance_note: t`Until when, say.`,
    'operator.invoice_number': t`T and 13 figures. Empty while the house is not registered.`,
    'bank_sender.client_code': t`The ten figures your bank gave you with the contract (委託者コード).`,
    'bank_sender.client_name': t`As agreed with the bank (委託者名): half-width kana, capitals, figures and ( ) - . / ¥, at most 40.`,
    'bank_sender.bank_code': t`Four figures.`,
    'bank_sender.branch_code': t`Three figures.`,
    'bank_sender.account_number': t`Seven figures; put zeros before a shorter one.`,
  }
}
