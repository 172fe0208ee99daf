import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Trans } from '@lingui/react/macro'
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
  const entries = useEntries()
  const footer = useFooter()
  const main = useMainFocus()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const shown = entries.filter(({ name }) => menu.includes(name))
  const places = shown.filter(({ place }) => place)
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
        entries={shown.filter(({ place }) => !place)}
        username={me?.username}
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
  /** Stands beside the logo instead of in the account's menu. */
  place?: boolean
}

function useEntries(): Entry[] {
  const { t } = useLingui()
  return [
    { name: 'marketplace', to: '/', label: t`Marketplace`, place: true },
    { name: 'my_assets', to: '/asset', label: t`My collection`, place: true },
    { name: 'create_content', to: '/create', label: t`Create`, place: true },
    { name: 'rented', to: '/asset/rented', label: t`Rented` },
    { name: 'create_content', to: '/uploads', label: t`Uploads` },
    { name: 'created', to: '/created', label: t`Your titles` },
    { name: 'create_brand', to: '/brand/create', label: t`Create a brand` },
    { name: 'create_group', to: '/group/create', label: t`Create a group` },
    { name: 'statistics', to: '/statistics', label: t`Sales statistics` },
    { name: 'coupon_entry', to: '/coupons/occupations/new', label: t`Enter a coupon`, apart: true },
    { name: 'coupon_history', to: '/coupons', label: t`Coupon history` },
    { name: 'coupon_batches', to: '/coupons/batches', label: t`Give coupons` },
    { name: 'trade_offer_history', to: '/account/trade_offer_histories', label: t`Trade offers` },
    { name: 'trading_history', to: '/account/trading_histories', label: t`Completed trades` },
    { name: 'payout', to: '/payout', label: t`Payouts`, apart: true },
    { name: 'register_bank', to: '/bank/register', label: t`Bank account` },
    { name: 'points', to: '/account/points', label: t`Points` },
    { name: 'account_settings', to: '/account/settings', label: t`Account settings`, apart: true },
    { name: 'admin', to: '/admin/payout', label: t`All payouts` },
    { name: 'accountings', to: '/admin/accountings', label: t`Accounting` },
    { name: 'accountings', to: '/admin/disputes', label: t`Disputed payments` },
    { name: 'application_settings', to: '/admin/settings', label: t`Platform settings` },
    { name: 'users', to: '/admin/users', label: t`People` },
    { name: 'language', to: '#language', label: t`Language` },
    { name: 'help', to: '/help', label: t`Help` },
    { name: 'support', to: '/support', label: t`Support` },
    { name: 'login', to: useSignInPath(), label: t`Sign in`, apart: true },
    { name: 'sign_out', to: '/sign-out', label: t`Sign out`, apart: true, post: true },
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
    { to: '/help', label: t`Help centre` },
    { to: '/legal', label: t`Legal notices` },
    { to: '/terms', label: t`Terms` },
    { to: '/personal_information', label: t`Privacy` },
    { to: '/security', label: t`Security policy` },
    { to: '/support', label: t`Support` },
    { to: '/contact', label: t`Contact` },
    { to: '/interview', label: t`Interviews` },
  ]
}
