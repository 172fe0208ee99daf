import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Frames the last page before paying; says that nothing has happened yet. */
export function LastPage(props: { title: string; heading: ReactNode; children: ReactNode }) {
  const { title, heading, children } = props
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{title}</title>
      <h1 className="text-h1">{heading}</h1>
      <p className="mt-1.5 mb-7 text-ink-2">
        <Trans>You are not charged until you press the button.</Trans>
      </p>
      {children}
    </div>
  )
}
