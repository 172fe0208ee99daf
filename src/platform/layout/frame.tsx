import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Footer } from '#src/ui/footer.tsx'
import { Header, type MenuEntry } from '#src/ui/header.tsx'
import { LanguageChoice } from '#src/ui/language-choice.tsx'

export interface Reader {
  username: string
  role: string
  email: string
}

/** Header and footer around every page. `menu` names the entries that the reader may see. */
export function Frame(props: {
  locale: string
  me: Reader | null
  menu: readonly string[]
  /** An element beside the account button. */
  mark?: ReactNode
  children: ReactNode
}) {
  const { locale, me, menu, mark, children } = props
  const places = usePlaces().filter(({ name }) => menu.includes(name))
  const groups = useMenuGroups().map((group) => group.filter(({ name }) => menu.includes(name)))
  const footer = useFooter()
  const main = useMainFocus()
  const signInPath = useSignInPath()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return (
    <>
      <a
        href="#main"
        className="absolute start-2 -top-16 z-30 bg-ink px-4 py-3 text-paper focus:top-2"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Header
        places={places}
        groups={groups}
        username={me?.username}
        signInPath={menu.includes('login') ? signInPath : undefined}
        query={(pathname === '/' && search.get('q')) || undefined}
        mark={mark}
      />
      <main id="main" ref={main} tabIndex={-1} className="outline-0">
        {children}
      </main>
      <Footer entries={footer}>
        <LanguageChoice locale={locale} id="language" />
      </Footer>
    </>
  )
}

/**
 * Moves the focus to the top of the new page after navigation, for keyboards and screen readers.
 */
function useMainFocus() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current !== pathname) main.current?.focus({ preventScroll: true })
    previous.current = pathname
  }, [pathname])
  return main
}

interface Entry extends MenuEntry {
  /** The entry's name in the reply of `getMenu`. */
  name: string
}

/** Returns the entries that stand beside the logo. */
function usePlaces(): Entry[] {
  const { t } = useLingui()
  return [
    { name: 'marketplace', to: '/', label: t`Marketplace` },
    { name: 'how_it_works', to: '/dvt', label: t`How it works` },
    { name: 'my_assets', to: '/asset', label: t`My collection` },
    { name: 'create_content', to: '/create', label: t`Publish a title` },
  ]
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
      { name: 'language', to: '#language', label: t`Language` },
      { name: 'help', to: '/help', label: t`Help centre` },
      { name: 'support', to: '/support', label: t`Support` },
    ],
    [
      { name: 'login', to: useSignInPath(), label: t`Sign in` },
      { name: 'sign_out', to: '/sign-out', label: t`Sign out`, post: true },
    ],
  ]
}

/** Returns the address of the sign-in page, which leads back to the current page. */
function useSignInPath(): string {
  const { pathname, search } = useLocation()
  const isHere = pathname === '/' || pathname === '/login'
  return isHere ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
}

function useFooter() {
  const { t } = useLingui()
  return [
    { to: '/about', label: t`About Renban` },
    { to: '/dvt', label: t`How it works` },
    { to: '/help', label: t`Help centre` },
    { to: '/support', label: t`Support` },
    { to: '/verify', label: t`Check a file` },
    { to: '/contact', label: t`Contact` },
    { to: '/interview', label: t`Interviews` },
    { to: '/company', label: t`Company` },
    { to: '/developers', label: t`For developers` },
    { to: '/legal', label: t`Legal notices` },
    { to: '/terms', label: t`Terms` },
    { to: '/personal_information', label: t`Privacy` },
    { to: '/security', label: t`Security policy` },
  ]
}
