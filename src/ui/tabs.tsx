import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** Links between the views of one subject, each with an address of its own, drawn as tabs. */
export function Tabs(props: { label: string; tabs: readonly { to: string; label: ReactNode }[] }) {
  return (
    <nav aria-label={props.label} className="overflow-x-auto border-b border-line">
      <ul className="flex w-max">
        {props.tabs.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              preventScrollReset
              className="-mb-px flex min-h-12 items-center border-b-2 border-transparent px-3.5 no-underline hover:border-line-2 focus-visible:-outline-offset-3 aria-[current]:border-ink aria-[current]:font-semibold"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
