import { useLingui } from '@lingui/react/macro'
import { Menu } from '#src/ui/header-menu.tsx'
import { type Entry, useGeneralEntries } from './menu-entries.tsx'

/** The account menu of a person who is signed in. `entries` names what they may see. */
export function AccountMenu(props: { username: string; entries: readonly string[] }) {
  const { username, entries } = props
  const { t } = useLingui()
  const groups = useMenuGroups().map((group) => group.filter(({ name }) => entries.includes(name)))
  return <Menu id="account-menu" label={t`Account`} groups={groups} side="end" title={username} />
}

/** Returns the entries of the account menu. Each label is the heading of its page. */
function useMenuGroups(): Entry[][] {
  const { t } = useLingui()
  return [
    [
      { name: 'created', to: '/created', label: t`Your titles` },
      { name: 'create_content', to: '/uploads', label: t`Uploads` },
      { name: 'create_brand', to: '/brand/create', label: t`Create a brand` },
      { name: 'create_group', to: '/group/create', label: t`Create a group` },
      { name: 'statistics', to: '/statistics', label: t`Sales statistics` },
      { name: 'api_keys', to: '/account/api_keys', label: t`API keys` },
      { name: 'webhooks', to: '/account/webhooks', label: t`Webhooks` },
    ],
    [
      { name: 'admin', to: '/admin', label: t`Administration` },
      { name: 'admin', to: '/admin/payout', label: t`All payouts` },
      { name: 'accountings', to: '/admin/accountings', label: t`Accounting` },
      { name: 'accountings', to: '/admin/disputes', label: t`Disputed payments` },
      { name: 'users', to: '/admin/users', label: t`People` },
      { name: 'admin', to: '/admin/moderation', label: t`Reports` },
      { name: 'admin', to: '/admin/verifications', label: t`Verified brands` },
      { name: 'admin', to: '/admin/campaigns', label: t`Campaigns` },
      { name: 'admin', to: '/admin/jobs', label: t`Background jobs` },
      { name: 'admin', to: '/admin/audit', label: t`Audit log` },
      { name: 'application_settings', to: '/admin/settings', label: t`Platform settings` },
    ],
    [
      { name: 'rented', to: '/asset/rented', label: t`Rented` },
      { name: 'following', to: '/account/following', label: t`Following` },
      { name: 'saved_searches', to: '/account/searches', label: t`Saved searches` },
      { name: 'trade_offer_history', to: '/account/trade_offer_histories', label: t`Trade offers` },
      { name: 'wanted', to: '/account/wanted', label: t`Wanted` },
      { name: 'trading_history', to: '/account/trading_histories', label: t`Trades` },
      { name: 'gifts', to: '/gifts', label: t`Gifts` },
      { name: 'screenings', to: '/screenings', label: t`Screenings` },
      { name: 'loans', to: '/loans', label: t`Loans` },
      { name: 'coupon_entry', to: '/coupons/occupations/new', label: t`Enter a coupon` },
      { name: 'coupon_history', to: '/coupons', label: t`My coupons` },
      { name: 'coupon_batches', to: '/coupons/batches', label: t`Give coupons` },
      { name: 'distributions', to: '/asset/distributions', label: t`Free distributions` },
      { name: 'free_rentals', to: '/asset/free_rentals', label: t`Free rentals` },
    ],
    [
      { name: 'points', to: '/account/points', label: t`Balance and points` },
      { name: 'payout', to: '/payout', label: t`Payouts` },
      { name: 'register_bank', to: '/bank/register', label: t`Bank account` },
    ],
    [
      { name: 'account_settings', to: '/account/notifications', label: t`Notifications` },
      { name: 'account_settings', to: '/account/settings', label: t`Account settings` },
      { name: 'account_settings', to: '/account/security', label: t`Security` },
      ...useGeneralEntries(),
    ],
    [{ name: 'sign_out', to: '/sign-out', label: t`Sign out`, post: true }],
  ]
}
