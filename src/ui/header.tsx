import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react'
import { Form, Link, NavLink } from 'react-router'
import { LinkButton } from './button.tsx'
import { close, Menu, type MenuEntry } from './header-menu.tsx'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'
import { useAddressValue } from './use-address-value.ts'

/**
 * The header of every page. The menus are native popovers: they open without a script, close on
 * Escape and clicks elsewhere, and return the focus.
 */
export function Header(props: {
  /** The main pages, shown beside the logo, on a phone in the menu. */
  places: readonly MenuEntry[]
  /** The menu of the account button, with the id `account-menu`. */
  accountMenu: ReactNode
  /** The signed-in person. */
  username?: string
  /** The address of the sign-in page, for guests. */
  signInPath?: string | undefined
  query?: string
  Suggestions: ComponentType<SuggestionsProps>
  /** An element beside the account button. */
  mark?: ReactNode
}) {
  const { t } = useLingui()
  const { places, accountMenu, username, signInPath, query, Suggestions, mark } = props
  const search = { query, Suggestions }
  return (
    <header className="relative border-b border-line print:hidden">
      <div className="wrap header-row max-lg:px-[calc(var(--margin)-12px)]">
        <MenuButton icon="menu" label={t`Menu`} menu="site-menu" className="lg:hidden" />
        <Link to="/" className="flex min-h-11 items-center no-underline max-lg:ms-2">
          <Logo />
        </Link>
        <nav aria-label={t`Main`} className="hidden gap-6 text-label lg:flex">
          {places.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center border-y-2 border-transparent no-underline aria-[current]:border-b-ink aria-[current]:font-semibold"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <Search {...search} className="ms-auto hidden w-[300px] lg:block" />
        <MenuButton
          icon="search"
          label={t`Open search`}
          menu="site-search"
          className="ms-auto lg:hidden"
        />
        {mark}
        {signInPath && (
          <LinkButton small to={signInPath} className="header-sign-in">
            <Trans>Sign in</Trans>
          </LinkButton>
        )}
        <MenuButton
          icon="account"
          label={username ? t`Account of ${username}` : t`Account`}
          menu="account-menu"
        />
      </div>
      <Menu id="site-menu" label={t`Menu`} groups={[places]} side="start" />
      {accountMenu}
      <div
        popover="auto"
        id="site-search"
        className="absolute inset-x-0 top-16 m-0 w-full border-b border-line bg-paper p-(--margin) text-ink"
      >
        <Search {...search} isPopover />
      </div>
    </header>
  )
}

function MenuButton(props: {
  icon: 'menu' | 'account' | 'search'
  label: string
  menu: string
  className?: string
}) {
  const { icon, label, menu, className = '' } = props
  return (
    <button
      type="button"
      popoverTarget={menu}
      aria-label={label}
      title={label}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') openMenu(event, menu)
      }}
      className={`icon-button ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Opens a menu with the Down key on its button and moves the focus to its first entry. */
function openMenu(event: KeyboardEvent, menu: string) {
  event.preventDefault()
  const popover = document.getElementById(menu)
  popover?.showPopover()
  popover?.querySelector<HTMLElement>('a, button, input')?.focus()
}

/** The list under the search field, about the text that is typed there. */
export interface SuggestionsProps {
  q: string
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

interface SearchProps {
  query?: string | undefined
  Suggestions: ComponentType<SuggestionsProps>
  /** Takes the focus when its popover opens. */
  isPopover?: boolean
  className?: string
}

function Search({ query, Suggestions, isPopover, className = '' }: SearchProps) {
  const { t } = useLingui()
  const field = useAddressValue<HTMLInputElement>(query)
  const [typed, setTyped] = useState('') // empty while nothing is suggested
  return (
    <search className={className}>
      <Form action="/" onSubmit={close} className="relative">
        <div className="flex min-h-11 items-center gap-2 border-b border-line-2 focus-within:border-ink">
          <Icon name="search" className="text-ink-3" />
          <input
            type="search"
            name="q"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- of a popover, when it opens
            autoFocus={isPopover}
            ref={field}
            defaultValue={query}
            maxLength={80}
            placeholder={t`Search titles and brands`}
            aria-label={t`Search titles and brands`}
            autoComplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
            className="min-h-11 w-full bg-transparent text-label outline-offset-4"
          />
          <button
            type="submit"
            aria-label={t`Search titles and brands`}
            className="sr-only focus:not-sr-only"
          >
            <Trans>Search</Trans>
          </button>
        </div>
        {typed && <Suggestions q={typed} field={field} onClose={() => setTyped('')} />}
      </Form>
    </search>
  )
}
