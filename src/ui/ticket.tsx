import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { padNumber } from './numbering.ts'
import { NumberSign } from './number-sign.tsx'
import { Obi, type ObiProps } from './obi.tsx'

/**
 * The chosen copy, drawn as a ticket: the obi at the start, then `TicketPart`s. The first part is
 * the `TicketNumber`.
 */
export function Ticket({ obi, children }: { obi: ObiProps; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Your choice`} className="ticket">
      <Obi {...obi} size="ticket" />
      <div className="min-w-0">{children}</div>
    </section>
  )
}

export function TicketPart({ children }: { children: ReactNode }) {
  return <div className="ticket-part">{children}</div>
}

interface TicketNumberProps {
  /** Says that the number is the reader's. */
  heading?: ReactNode
  number: number
  of: number
  last?: number
  special?: boolean
  /** The addresses of the previous and the next available number. */
  previous?: string
  next?: string
}

/** The number in full size; it rolls like a numbering machine when another one is chosen. */
export function TicketNumber(props: TicketNumberProps) {
  const { heading, number, of, last = of, special, previous, next } = props
  const { t } = useLingui()
  const figures = padNumber(number, last)
  return (
    <div className="ticket-part overflow-hidden">
      {heading && <h2 className="mb-2 text-h2">{heading}</h2>}
      <div className="mb-4 flex min-h-11 items-center gap-3">
        <span aria-hidden className="number text-[1.25rem] text-ink-2">
          <NumberSign />
        </span>
        {special && (
          <span className="rounded-sm bg-well px-2 py-0.5 text-hint font-semibold text-ink-2">
            ◆ <Trans>Special number</Trans>
          </span>
        )}
        <nav
          aria-label={t`Other numbers`}
          dir="ltr"
          className="ms-auto flex rounded-sm border border-line-2"
        >
          <Arrow to={previous} label={t`Previous available number`} name="back" />
          <Arrow to={next} label={t`Next available number`} name="forward" />
        </nav>
      </div>
      <p className="flex items-end gap-2 rtl:justify-end" dir="ltr">
        <span
          aria-hidden
          key={number}
          className="number ticket-number roll"
          data-digits={figures.length}
        >
          {figures}
        </span>
        <span aria-hidden className="number text-[1.75rem] font-semibold text-ink-2">
          / {of}
        </span>
        <span className="sr-only" aria-live="polite">
          {t`No. ${number} of ${of}`}
        </span>
      </p>
    </div>
  )
}

/** Links to another number. At the end it does nothing, but keeps the focus of whoever came there. */
function Arrow(props: { to?: string; label: string; name: 'back' | 'forward' }) {
  const { to, label, name } = props
  return (
    <Link
      to={to ?? ''}
      replace
      preventScrollReset
      aria-disabled={!to}
      onClick={(event) => to || event.preventDefault()}
      aria-label={label}
      title={label}
      className="icon-button"
    >
      <Icon name={name} />
    </Link>
  )
}
