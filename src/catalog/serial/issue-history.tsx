import { Plural, Trans } from '@lingui/react/macro'
import type { IssueBatch } from '#src/catalog/asset/asset.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'

/** Lists the issues of a title, of which it has several, with their numbers and dates. */
export function IssueHistory({ issues }: { issues: readonly IssueBatch[] }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer py-1">
        <Trans>
          <Plural value={issues[0]!.copies} one="# copy" other="# copies" /> at first, then{' '}
          <Plural value={sum(issues.slice(1))} one="# more" other="# more" />
        </Trans>
      </summary>
      <ol className="mt-2 grid gap-2.5">
        {issues.map((issue) => (
          <li key={issue.n} className="border-s-2 border-line ps-3">
            <b className="font-semibold">
              <Span from={issue.first_number} count={issue.copies} />
            </b>{' '}
            <span className="text-ink-2">
              · {issue.n === 1 ? <Trans>First issue</Trans> : <Trans>Additional issue</Trans>} ·{' '}
              <DateTime at={issue.at} detail="day" />
            </span>
            {issue.title && (
              <p className="wrap-anywhere">
                <bdi>{issue.title}</bdi>
              </p>
            )}
            {issue.description && (
              <p className="wrap-anywhere whitespace-pre-line text-ink-2">{issue.description}</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Span({ from, count }: { from: number; count: number }) {
  if (count === 1) return <Trans>No. {from}</Trans>
  const to = from + count - 1
  return (
    <Trans>
      No. {from} to {to}
    </Trans>
  )
}

const sum = (issues: readonly IssueBatch[]) =>
  issues.reduce((copies, issue) => copies + issue.copies, 0)
