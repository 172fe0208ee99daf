import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Progress } from '#src/ui/progress.tsx'

/** A row for one file or one title: name, facts, progress, and its controls as children. */
export function FileRow(props: {
  /** The target of links in an `ErrorSummary`. */
  id?: string | undefined
  name: string
  /** The target of the name's link. */
  to?: string
  /** Kind and size, such as "Film, 6.8 GB". */
  facts: ReactNode
  /** A share from 0 to 1; omitted while nothing is in progress. */
  progress?: number | undefined
  failed?: boolean
  detail?: ReactNode
  children?: ReactNode
}) {
  const { id, name, to, facts, progress, failed, detail, children } = props
  return (
    <li
      id={id}
      tabIndex={id ? -1 : undefined}
      className="grid gap-2 border-t border-line px-5 py-4 sm:px-6"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48">
          <strong className="font-semibold wrap-anywhere">
            {to ? (
              <Link to={to}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </strong>{' '}
          <span className="text-small text-ink-2">{facts}</span>
        </p>
        {children}
      </div>
      {progress !== undefined && <Progress label={name} value={progress} failed={failed} />}
      {detail && <div className="text-small text-ink-2">{detail}</div>}
    </li>
  )
}
