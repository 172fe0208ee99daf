import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import { Form, NavLink } from 'react-router'
import { isShortcut } from './shortcut.tsx'

export interface MenuEntry {
  to: string
  label: ReactNode
  /** An action instead of a page, sent as a form so that it works without a script. */
  post?: boolean
}

/** A menu that opens under the header: a native popover. */
export function Menu(props: {
  id: string
  label: string
  title?: string
  groups: readonly (readonly MenuEntry[])[]
  side: 'start' | 'end'
}) {
  const { id, label, title, groups, side } = props
  const edge =
    side === 'start'
      ? 'start-0 end-auto max-sm:end-0'
      : 'end-[max(var(--margin),calc((100vw-80rem)/2))] start-auto max-sm:inset-x-0'
  return (
    <div
      popover="auto"
      id={id}
      className={`absolute top-16 m-0 max-h-[calc(100dvh-4rem)] w-auto min-w-60 overflow-y-auto border border-line bg-sheet py-2 text-ink ${edge}`}
    >
      {title && <p className="truncate px-5 py-2 text-small text-ink-2">{title}</p>}
      <nav aria-label={label}>
        {groups
          .filter((group) => group.length > 0)
          .map((group) => (
            <ul
              key={group[0]!.to}
              className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
            >
              {group.map((entry) => (
                <li key={entry.to}>
                  <Entry {...entry} />
                </li>
              ))}
            </ul>
          ))}
      </nav>
    </div>
  )
}

function Entry({ to, label, post }: MenuEntry) {
  const look =
    'flex min-h-11 pointer-fine:min-h-9.5 w-full items-center px-5 text-label no-underline hover:bg-well aria-[current]:font-semibold focus-visible:-outline-offset-3'
  if (to.startsWith('#'))
    return (
      <a href={to} className={look} onKeyDown={moveInMenu} onClick={close}>
        {label}
      </a>
    )
  if (!post)
    return (
      <NavLink to={to} end className={look} onKeyDown={moveInMenu} onClick={close}>
        {label}
      </NavLink>
    )
  return (
    <Form method="post" action={to} reloadDocument>
      <button type="submit" className={look} onKeyDown={moveInMenu}>
        {label}
      </button>
    </Form>
  )
}

const moveInMenu = (event: KeyboardEvent<HTMLElement>) =>
  moveAmong(event, menuOf(event)?.querySelectorAll('a, button') ?? [])

/** Moves the focus through the elements of a list with arrow keys, Home and End. */
export function moveAmong(
  event: Pick<
    globalThis.KeyboardEvent,
    'key' | 'target' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'
  >,
  elements: Iterable<HTMLElement>,
) {
  if (isShortcut(event)) return
  const stops = [...elements]
  const at = stops.findIndex((stop) => stop === event.target)
  const goals = new Map(
    Object.entries({
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: stops.length - 1,
    }),
  )
  const goal = goals.get(event.key)
  if (goal === undefined) return
  event.preventDefault()
  stops[(goal + stops.length) % stops.length]?.focus()
}

/** Closes the menu after navigation, or the search of a phone. */
export const close = (event: SyntheticEvent<HTMLElement>) => menuOf(event)?.hidePopover()

const menuOf = (event: SyntheticEvent<HTMLElement>) =>
  event.currentTarget.closest<HTMLElement>('[popover]')
