import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Button } from '#src/ui/button.tsx'

const IssueDialog = lazy(() =>
  import('./issue-dialog.tsx').then(({ IssueDialog: dialog }) => ({ default: dialog })),
)

/** Opens the dialog for a further issue; hidden for a draft. */
export function IssueMoreButton({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false)
  if (!asset.published_at) return null
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <Trans>Issue more copies</Trans>
      </Button>
      <Suspense>{isOpen && <IssueDialog asset={asset} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
