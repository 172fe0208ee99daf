import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { type Copy, RefusedCopies } from './copies.tsx'
import type { ListingOutcomes } from './listing.shared.ts'

/** After something was done with many copies: those that it was not done with, and why. */
export function SomeRefused(props: {
  title: string
  outcomes: ListingOutcomes
  copies: readonly Copy[]
  /** What the reasons name, beside the copy. */
  values: Record<string, number | null | undefined>
  onClose: () => void
}) {
  const { title, onClose, ...refused } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <RefusedCopies {...refused} />
      <DialogActions>
        <Button look="main" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
