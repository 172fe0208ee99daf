import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useReader } from '#src/accounts/account/reader.tsx'
import { type Reported, type ThingWord, wordOf } from './report.shared.ts'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then(({ ReportDialog: dialog }) => ({ default: dialog })),
)

/** A quiet link that reports something: a message has no name. Its owner and administrators do not see it. */
export function ReportButton(props: { thing: Reported; name?: string; isOwn: boolean }) {
  const { thing, name, isOwn } = props
  const { t } = useLingui()
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  if (isOwn || reader?.role === 'ADMIN') return null
  const words: Record<ThingWord, string> = {
    title: t`Report this title`,
    brand: t`Report this brand`,
    person: t`Report this person`,
    message: t`Report this message`,
  }
  const word = words[wordOf(thing.of)]
  return (
    <>
      <button
        type="button"
        className="min-h-11 cursor-pointer underline"
        onClick={() => setOpen(true)}
      >
        {word}
      </button>
      <Suspense>
        {isOpen && (
          <ReportDialog thing={thing} name={name} word={word} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
