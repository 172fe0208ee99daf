import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The footer of every page: legal and help links, and the language. */
export function Footer(props: {
  entries: readonly { to: string; label: ReactNode }[]
  children?: ReactNode
}) {
  const { t } = useLingui()
  return (
    <footer className="mt-18 border-t border-line py-8 text-small text-ink-2 print:hidden">
      <div className="wrap grid gap-4">
        <nav aria-label={t`About Renban`}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {props.entries.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="-mx-3 inline-flex min-h-11 items-center px-3 no-underline hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {props.children}
      </div>
    </footer>
  )
}
