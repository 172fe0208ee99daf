import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'), 'ShareDialog')

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
      {isOpen && <ShareDialog {...copy} onClose={() => setOpen(false)} />}
    </>
  )
}
