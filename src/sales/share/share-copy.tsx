import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#src/ui/button.tsx'

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then(({ ShareDialog: dialog }) => ({ default: dialog })),
)

export interface ShareableCopy {
  asset_token_id: string
  number: number
  title: string
}

/** Opens the dialog that shares a held copy as a link and a picture. */
export function ShareCopyButton(copy: ShareableCopy) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="share" onClick={() => setOpen(true)}>
        <Trans>Share this copy</Trans>
      </Button>
      <Suspense>{isOpen && <ShareDialog {...copy} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
