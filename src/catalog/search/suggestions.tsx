import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { useEndpointQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
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
  const settled = useSettled(q)
  const found = useEndpointQuery(
    listSuggestions,
    ONE_LETTER.test(settled) ? undefined : { q: settled },
  )
  useKeys(field, onClose)
  const leave = () => {
    field.current?.closest<HTMLElement>('[popover]')?.hidePopover()
    onClose()
  }
  const count = found && found.titles.length + found.brands.length
  return (
    <>
      <output className="sr-only">
        {count !== undefined && (
          <Plural
            value={count}
            _0="No suggestions"
            one="# suggestion. Press the down arrow to reach it."
            other="# suggestions. Press the down arrow to reach them."
          />
        )}
      </output>
      {found && <Found {...found} q={q} onLeave={leave} />}
    </>
  )
}

type FoundProps = ReplyOf<typeof listSuggestions> & { q: string; onLeave: () => void }

function Found({ titles, brands, q, onLeave }: FoundProps) {
  const { t } = useLingui()
  return (
    <div className="z-20 max-h-[calc(100dvh-9rem)] overflow-y-auto bg-paper lg:absolute lg:end-0 lg:top-full lg:w-96 lg:border lg:border-line lg:bg-sheet">
      <Entries label={t`Titles`}>
        {titles.map(({ kid, number, brand, ...title }) => (
          <Entry
            key={kid}
            to={number === null ? `/asset/${kid}` : `/asset/${kid}?no=${number}`}
            onClick={onLeave}
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
          <Entry key={account} to={`/brand/${account}`} onClick={onLeave}>
            <TitleLine
              title={{ title: <NameOfBrand brand={brand} />, poster: picture }}
              note={<Trans>by {owner_username}</Trans>}
            />
          </Entry>
        ))}
      </Entries>
      <Entry to={`/?q=${encodeURIComponent(q)}`} onClick={onLeave}>
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
      const { isComposing, shiftKey, ctrlKey, altKey, metaKey } = event
      if (isComposing || shiftKey || ctrlKey || altKey || metaKey) return // an input method's, or a selection
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
      // A phone's keyboard that is put away takes the focus from the field, and shows the suggestions.
      const isLeft = relatedTarget
        ? !form.contains(relatedTarget as Node)
        : !form.closest('[popover]')
      if (isLeft) close()
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
