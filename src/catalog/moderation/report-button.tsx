import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Button } from '#src/ui/button.tsx'
import type { Reported } from './report.shared.ts'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then(({ ReportDialog: dialog }) => ({ default: dialog })),
)

/** A quiet button that reports a title or a brand. Its owner and administrators do not see it. */
export function ReportButton(props: { thing: Reported; name: string; owner: string }) {
  const { thing, name, owner } = props
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  if (reader?.account_id === owner || reader?.role === 'ADMIN') return null
  return (
    <p>
      <Button small look="plain" onClick={() => setOpen(true)}>
        {thing.of === 'title' ? <Trans>Report this title</Trans> : <Trans>Report this brand</Trans>}
      </Button>
      <Suspense>
        {isOpen && <ReportDialog thing={thing} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </p>
  )
}
