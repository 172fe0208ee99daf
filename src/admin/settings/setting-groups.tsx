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
      hint: t`New fees apply to new purchases, even of copies that are already listed. New limits on prices, rentals and royalties apply to new listings and settings.`,
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
      hint: t`Changes apply to new purchases, uploads and coupons.`,
      names: [
        'card_minimum',
        'checkout_hold_seconds',
        'purchases_per_action',
        'copies_per_draw',
        'holds_per_person',
        'copies_per_upload',
        'uploads_open_max',
        'distribution_fee',
        'coupons_per_batch',
        'coupon_points_max',
        'company_domains',
      ],
    },
    {
      title: t`Waiting rooms`,
      hint: t`The rate and the length of a turn apply at once, also in open waiting rooms.`,
      names: ['waiting_opens_seconds', 'waiting_people_per_minute', 'waiting_pass_seconds'],
    },
    {
      title: t`Payouts and points`,
      hint: t`Amounts and the fee apply to new requests. Deadlines apply at once to all existing balances. If you shorten them, earnings can become points and points can expire within an hour.`,
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
      title: t`Trades`,
      hint: t`Switching trades on or off applies at once. The other changes apply to offers made afterwards.`,
      names: [
        'trade_enabled',
        'trade_top_up_enabled',
        'trade_offer_days',
        'trade_offers_per_person',
        'trade_proposal_days',
        'wishes_per_person',
      ],
    },
    {
      title: t`Gifts`,
      hint: t`Switching gifts on or off applies at once. Switching them off returns all unclaimed gifts to their givers within a minute, and their links stop working for good. The other changes apply to new gifts.`,
      names: ['gift_enabled', 'gift_days', 'gift_days_max', 'gifts_per_day', 'gift_confirm_yen'],
    },
    {
      title: t`Screenings`,
      hint: t`An owner shows a copy to guests, who watch it together. Changes apply at once. Switching screenings off ends all of them.`,
      names: ['screening_enabled', 'screening_guests', 'screening_grace_seconds'],
    },
    {
      title: t`Loans`,
      hint: t`Switching loans on or off applies at once. Switching them off ends loans that no one has accepted within a minute. Running loans continue to their end.`,
      names: ['lending_enabled', 'loan_days_max'],
    },
    {
      title: t`Mailed codes`,
      hint: t`Codes confirm sign-ins and other steps. A new time applies to codes that are sent after the change, a new number of entries at once.`,
      names: ['code_seconds', 'code_tries'],
    },
    {
      title: t`Lost access`,
      hint: t`Applies to accounts that administrators start to move after the change.`,
      names: ['recovery_wait_days'],
    },
    {
      title: t`The operator`,
      hint: t`Shown publicly in the legal notices and on documents. Differences in the books are also reported to this email address.`,
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
      hint: t`Payouts are sent from this account. The bank accepts a file only if these details match your transfer contract. If you create an old file again, it also names the new account.`,
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
      hint: t`Takes effect at once. Only administrators can then use the site and the API. Sign-in and incoming payments continue.`,
      names: ['maintenance', 'maintenance_note'],
    },
  ]
}

/** Returns the hints of the fields that need one. */
export function useSettingHints(): Partial<Record<SettingName, string>> {
  const { t } = useLingui()
  return {
    payout_day: t`In the next month, or the bank’s next working day. Months that already have a file keep their date.`,
    company_domains: t`Separate domains with commas. Only people with an email address at these domains can be made creators.`,
    maintenance_note: t`For example, when Renban will be back.`,
    'operator.invoice_number': t`T and 13 digits. Leave empty if the operator is not registered.`,
    'bank_sender.client_code': t`The ten digits from your contract with the bank (委託者コード).`,
    'bank_sender.client_name': t`As agreed with the bank (委託者名). At most 40 characters: half-width kana, capital letters, digits and ( ) - . / ¥.`,
    'bank_sender.bank_code': t`Enter four digits.`,
    'bank_sender.branch_code': t`Enter three digits.`,
    'bank_sender.account_number': t`Seven digits. If the number is shorter, put zeros in front of it.`,
  }
}
