import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { Reported, ReportedThing } from './report.shared.ts'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then(({ ReportDialog: dialog }) => ({ default: dialog })),
)

/** A quiet link that reports something. Its owner and administrators do not see it. */
export function ReportButton(props: { thing: Reported; name: string; isOwn: boolean }) {
  const { thing, name, isOwn } = props
  const { t } = useLingui()
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  if (isOwn || reader?.role === 'ADMIN') return null
  const words: Record<ReportedThing, string> = {
    title: t`Report this title`,
    brand: t`Report this brand`,
    person: t`Report this person`,
  }
  return (
    <>
      <button
        type="button"
        className="min-h-11 cursor-pointer underline"
        onClick={() => setOpen(true)}
      >
        {words[thing.of]}
      </button>
      <Suspense>
        {isOpen && <ReportDialog thing={thing} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
