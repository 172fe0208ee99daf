import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useReader } from '#src/accounts/account/reader.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import type { Reported, ReportedThing } from './report.shared.ts'

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'), 'ReportDialog')

/** A quiet link that reports something. Its owner and administrators do not see it. */
export function ReportButton(props: {
  thing: Reported
  /** The name in the heading of the dialog; a message has none. */
  name?: string
  isOwn: boolean
  /** Shows an icon instead of words, in a list of many. */
  small?: boolean
}) {
  const { thing, name, isOwn, small } = props
  const { t } = useLingui()
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  if (isOwn || reader?.role === 'ADMIN') return null
  const message = t`Report this message`
  const words: Record<ReportedThing, string> = {
    title: t`Report this title`,
    brand: t`Report this brand`,
    person: t`Report this person`,
    trade_offer: message,
    gift: t`Report this gift`,
    loan: t`Report this loan`,
    screening_message: message,
  }
  const word = words[thing.of]
  return (
    <>
      {small ? (
        <IconButton icon="report" label={word} onClick={() => setOpen(true)} />
      ) : (
        <button
          type="button"
          className="min-h-11 cursor-pointer underline"
          onClick={() => setOpen(true)}
        >
          {word}
        </button>
      )}
      {isOpen && (
        <ReportDialog thing={thing} name={name} word={word} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
