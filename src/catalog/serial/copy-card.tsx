import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyTile, type TileCopy } from './copy-tile.tsx'

/** Shows a copy and what happened to it: its tile and state, a message to its receiver, and more. */
export function CopyCard(props: {
  copy: TileCopy & { kid: string; title: string }
  owned?: boolean
  state: ReactNode
  about: ReactNode
  message?: ReactNode
  children?: ReactNode
}) {
  const { copy, owned = false, state, about, message, children } = props
  const { kid, number, title } = copy
  return (
    <article className="panel grid grid-cols-[72px_minmax(0,1fr)] items-start gap-4 p-4 sm:grid-cols-[112px_minmax(0,1fr)] sm:gap-6 sm:p-5">
      <CopyTile copy={copy} owned={owned} sizes="112px" />
      <div className="grid gap-2.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link
            to={`/asset/${kid}?no=${number}`}
            className="reach inline-block font-semibold wrap-anywhere"
          >
            <Trans>
              No. {number} of “{title}”
            </Trans>
          </Link>
          {state}
        </div>
        <div className="grid gap-1 text-small text-ink-2 wrap-anywhere">{about}</div>
        {message}
        {children}
      </div>
    </article>
  )
}
