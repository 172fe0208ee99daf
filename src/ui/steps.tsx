import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

export interface Step {
  title: string
  /** The time of a finished step, or the progress of the current one. */
  detail?: ReactNode
  state: 'done' | 'now' | 'to-come' | 'failed'
}

/** The steps of a process in order, with their states. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, detail, state }) => (
        <li key={title} data-step={state} aria-current={state === 'now' ? 'step' : undefined}>
          <strong className="block font-semibold">{title}</strong>
          {detail && <span className="text-ink-2">{detail}</span>}
          <span className="sr-only">
            <StateWord state={state} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function StateWord({ state }: { state: Step['state'] }) {
  if (state === 'done') return <Trans>Done</Trans>
  if (state === 'now') return <Trans>In progress</Trans>
  if (state === 'failed') return <Trans>Failed</Trans>
  return <Trans>Upcoming</Trans>
}
