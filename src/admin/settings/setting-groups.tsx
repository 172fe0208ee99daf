import { useLingui } from '@lingui/react/macro'
import type { SettingName } from '#src/platform/settings/settings.shared.ts'

export interface Group {
  title: string
  /** States when a change takes effect; must match the server's behaviour. */
  hint: string
  names: SettingName[]
}

/** Returns the settings by topic. */
export function useSettingGroups(): Group[] {
  const { t } = useLingui()
  return [
    {
      title: t`Prices and fees`,
      hint: t`A new fee holds for every purchase begun from then on, also of copies that are listed already. Bounds of prices, rentals and royalties hold for what is listed or set from then on.`,
      names: [
        'price_min',
        'price_max',
        'rental_days_min',
        'rental_days_max',
        'platform_fee_primary_bp',
        'platform_fee_secondary_bp',
        'royalty_max_bp',
      ],
    },
    {
      title: t`Buying and publishing`,
      hint: t`These hold for purchases, uploads and coupons begun from then on.`,
      names: [
        'card_minimum',
        'checkout_hold_seconds',
        'purchases_per_action',
        'holds_per_person',
        'copies_per_upload',
        'uploads_open_max',
        'coupons_per_batch',
        'coupon_points_max',
        'company_domains',
      ],
    },
    {
      title: t`Waiting rooms`,
      hint: t`The rate and the length of a turn hold at once, also in waiting rooms that are open.`,
      names: ['waiting_opens_seconds', 'waiting_people_per_minute', 'waiting_pass_seconds'],
    },
    {
      title: t`Payouts and points`,
      hint: t`Amounts and the fee hold for requests from then on. Deadlines hold at once for all that people have: shortened, they turn earnings into points, and end points, within the hour.`,
      names: [
        'payout_min',
        'payout_max',
        'payout_fee',
        'payout_day',
        'bank_change_hold_seconds',
        'payout_failed_days',
        'payout_deadline_days',
        'points_days',
      ],
    },
    {
      title: t`The operator`,
      hint: t`Shown to everybody, on the legal notices and on papers. Differences in the books are told to this e-mail address.`,
      names: [
        'operator.name',
        'operator.representative',
        'operator.address',
        'operator.phone',
        'operator.email',
        'operator.invoice_number',
      ],
    },
    {
      title: t`The platform’s bank account`,
      hint: t`Payouts leave from here. The bank takes a file only if these are as in your transfer contract with it. A file that is made again names the new account too.`,
      names: [
        'bank_sender.client_code',
        'bank_sender.client_name',
        'bank_sender.bank_code',
        'bank_sender.branch_code',
        'bank_sender.deposit_type',
        'bank_sender.account_number',
      ],
    },
    {
      title: t`Maintenance`,
      hint: t`Takes effect at once. Pages and API calls are closed to everyone but administrators. Sign-in and incoming payments continue.`,
      names: ['maintenance', 'maintenance_note'],
    },
  ]
}

/** Returns the hints of the fields that need one. */
export function useSettingHints(): Partial<Record<SettingName, string>> {
  const { t } = useLingui()
  return {
    payout_day: t`Of the next month, or the bank’s next working day. Months whose file was made keep theirs.`,
    company_domains: t`With commas between them. Only people with such an address can be made creators.`,
    maintenance_note: t`Until when, say.`,
    'operator.invoice_number': t`T and 13 figures. Empty while the operator is not registered.`,
    'bank_sender.client_code': t`The ten figures your bank gave you with the contract (委託者コード).`,
    'bank_sender.client_name': t`As agreed with the bank (委託者名): half-width kana, capitals, figures and ( ) - . / ¥, at most 40.`,
    'bank_sender.bank_code': t`Four figures.`,
    'bank_sender.branch_code': t`Three figures.`,
    'bank_sender.account_number': t`Seven figures; put zeros before a shorter one.`,
  }
}
