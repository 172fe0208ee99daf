import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'

const IssueDialog = lazyDialog(() => import('./issue-dialog.tsx'), 'IssueDialog')

/** Opens the dialog for a further issue; hidden for a draft. */
export function IssueMoreButton({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false)
  if (!asset.published_at) return null
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <Trans>Issue more copies</Trans>
      </Button>
      {isOpen && <IssueDialog asset={asset} onClose={() => setOpen(false)} />}
    </>
  )
}
