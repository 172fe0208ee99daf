import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Footer } from '#src/ui/footer.tsx'
import { Header, type SuggestionsProps } from '#src/ui/header.tsx'
import { Menu } from '#src/ui/header-menu.tsx'
import { LanguageChoice } from '#src/ui/language-choice.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { type Entry, useGeneralEntries } from './menu-entries.tsx'

const AccountMenu = lazyPart(
  'account-menu',
  async () => (await import('./account-menu.tsx')).AccountMenu,
)

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
  Suggestions: ComponentType<SuggestionsProps>
  /** An element beside the account button. */
  mark?: ReactNode
  children: ReactNode
}) {
  const { locale, me, menu, Suggestions, mark, children } = props
  const places = usePlaces().filter(({ name }) => menu.includes(name))
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
        accountMenu={
          me ? (
            <AccountMenu username={me.username} entries={menu} />
          ) : (
            <GuestMenu entries={menu} signInPath={signInPath} />
          )
        }
        username={me?.username}
        signInPath={menu.includes('login') ? signInPath : undefined}
        query={(pathname === '/' && search.get('q')) || undefined}
        Suggestions={Suggestions}
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

function GuestMenu({ entries, signInPath }: { entries: readonly string[]; signInPath: string }) {
  const { t } = useLingui()
  const signIn = { name: 'login', to: signInPath, label: t`Sign in` }
  const groups = [useGeneralEntries(), [signIn]].map((group) =>
    group.filter(({ name }) => entries.includes(name)),
  )
  return <Menu id="account-menu" label={t`Account`} groups={groups} side="end" />
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
