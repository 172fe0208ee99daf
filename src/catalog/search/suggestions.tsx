import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { useEndpointQuery } from '#core/http/ask.ts'
import { TitleLine } from '#src/catalog/asset/title-line.tsx'
import type { SuggestionsProps } from '#src/ui/header.tsx'
import { moveAmong } from '#src/ui/header-menu.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { useSettled } from '#src/ui/use-settled.ts'
import { listSuggestions } from './suggestion.shared.ts'

/** Too little to suggest anything, unlike one kanji. */
const ONE_LETTER = /^[\w\s]$/

/** Suggests titles, single numbers and brands for what is typed. Shows nothing until the first answer. */
export function Suggestions({ q, field, onClose }: SuggestionsProps) {
  const { t } = useLingui()
  const settled = useSettled(q)
  const found = useEndpointQuery(
    listSuggestions,
    ONE_LETTER.test(settled) ? undefined : { q: settled },
  )
  useKeys(field, onClose)
  if (!found) return null
  const { titles, brands } = found
  const leave = () => {
    field.current?.closest<HTMLElement>('[popover]')?.hidePopover()
    onClose()
  }
  return (
    <div className="z-20 max-h-[calc(100dvh-9rem)] overflow-y-auto bg-paper lg:absolute lg:end-0 lg:top-full lg:w-96 lg:border lg:border-line lg:bg-sheet">
      <output className="sr-only">
        <Plural
          value={titles.length + brands.length}
          _0="No suggestions"
          one="# suggestion. The down arrow leads to it."
          other="# suggestions. The down arrow leads to them."
        />
      </output>
      <Entries label={t`Titles`}>
        {titles.map(({ kid, number, brand, ...title }) => (
          <Entry
            key={kid}
            to={number === null ? `/asset/${kid}` : `/asset/${kid}?no=${number}`}
            onClick={leave}
          >
            <TitleLine
              title={title}
              note={number === null ? brand && <NameOfBrand brand={brand} /> : t`No. ${number}`}
            />
          </Entry>
        ))}
      </Entries>
      <Entries label={t`Brands`}>
        {brands.map(({ account, owner_username, picture, ...brand }) => (
          <Entry key={account} to={`/brand/${account}`} onClick={leave}>
            <TitleLine
              title={{ title: brand.name, poster: picture }}
              note={<Trans>by {owner_username}</Trans>}
            />
          </Entry>
        ))}
      </Entries>
      <Entry to={`/?q=${encodeURIComponent(q)}`} onClick={leave}>
        <Trans>All results for “{q}”</Trans>
      </Entry>
    </div>
  )
}

/** Moves through the field and its suggestions by arrow keys. Closes them with Escape or Enter, and when the focus leaves. */
function useKeys(field: SuggestionsProps['field'], onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const input = field.current!
    const form = input.form!
    if (document.activeElement !== input) close() // the code came too late
    const done = new AbortController()
    const on = <E extends keyof HTMLElementEventMap>(
      name: E,
      action: (event: HTMLElementEventMap[E]) => void,
    ) => form.addEventListener(name, action, { signal: done.signal })
    on('keydown', (event) => {
      if (event.key === 'Escape') {
        event.preventDefault() // keeps the text, and the search of a phone
        input.focus()
        close()
      } else if (event.target !== input || event.key.startsWith('Arrow'))
        moveAmong(event, [input, ...form.querySelectorAll('a')])
    })
    on('mousedown', (event) => {
      // Otherwise the list would lose the focus, and close, before the press counts.
      if (event.target !== input) event.preventDefault()
    })
    on('submit', close)
    on('focusout', ({ relatedTarget }) => {
      if (!form.contains(relatedTarget as Node | null)) close()
    })
    return () => done.abort()
  }, [field])
}

function Entries({ label, children }: { label: string; children: ReactElement[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={label} className="border-b border-line py-2">
      <h2 className="px-4 text-hint text-ink-2">{label}</h2>
      <ul>
        {children.map((entry) => (
          <li key={entry.key}>{entry}</li>
        ))}
      </ul>
    </section>
  )
}

function Entry({
  to,
  onClick,
  children,
}: {
  to: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      onClick={onClick}
      className="flex min-h-12 items-center px-4 py-1.5 text-label no-underline hover:bg-well focus-visible:-outline-offset-3"
    >
      {children}
    </Link>
  )
}
