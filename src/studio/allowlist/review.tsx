import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LineOutcome, PeopleReview } from '#src/catalog/allowlist/allowlist.shared.ts'
import { Note } from '#src/ui/state-tag.tsx'

/** The outcome of the lines before anything is saved, and the lines that match nobody. */
export function Review({ review }: { review: PeopleReview }) {
  const { counts, faults, removed_count } = review
  const wrong = counts.unknown + counts.invalid
  return (
    <div className="grid gap-3">
      <output>
        <ul className="grid gap-1">
          <Count n={counts.added + counts.waiting}>
            <Plural
              value={counts.added + counts.waiting}
              one="# person will be added"
              other="# people will be added"
            />
          </Count>
          <Count n={counts.waiting}>
            <Plural
              value={counts.waiting}
              one="# of them has no account yet"
              other="# of them have no account yet"
            />
          </Count>
          <Count n={counts.already}>
            <Plural
              value={counts.already}
              one="# line is already on the list"
              other="# lines are already on the list"
            />
          </Count>
          <Count n={removed_count}>
            <Plural
              value={removed_count}
              one="# person will be removed"
              other="# people will be removed"
            />
          </Count>
        </ul>
      </output>
      {wrong > 0 && (
        <Note tone="warn">
          <Plural
            value={wrong}
            one="# line matches no one and is skipped."
            other="# lines match no one and are skipped."
          />
        </Note>
      )}
      {faults.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        <ul className="grid max-h-60 gap-1 overflow-y-auto text-small" tabIndex={0}>
          {faults.map(({ line, text, outcome }, i) => (
            <li key={`${line} ${i}`} className="wrap-anywhere">
              <Trans>
                Line {line}: <b>{text}</b>
              </Trans>{' '}
              – <OutcomeWords outcome={outcome} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Count = ({ n, children }: { n: number; children: ReactNode }) =>
  n > 0 ? <li>{children}</li> : null

function OutcomeWords({ outcome }: { outcome: LineOutcome }) {
  if (outcome === 'waiting') return <Trans>no account yet</Trans>
  if (outcome === 'unknown') return <Trans>no such username or ID</Trans>
  return <Trans>not an email address, username or ID</Trans>
}
