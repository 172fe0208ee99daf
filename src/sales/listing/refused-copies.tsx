import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '#core/errors.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { CloseAction, Dialog } from '#src/ui/dialog.tsx'
import type { Copy } from './copies.tsx'
import type { ListingOutcomes } from './listing.shared.ts'

/** Lists, after an action on many copies, those that were refused and why. */
export function RefusedCopiesDialog(props: {
  title: string
  outcomes: ListingOutcomes
  copies: readonly Copy[]
  /** Values that the reasons name, such as the lowest price. */
  values: Record<string, number | string | null | undefined>
  onClose: () => void
}) {
  const { title, onClose, ...refused } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <RefusedCopies {...refused} />
      <CloseAction onClose={onClose} />
    </Dialog>
  )
}

/** Lists the refused copies of a batch, each with its reason. */
export function RefusedCopies(props: {
  outcomes: ListingOutcomes
  copies: readonly Copy[]
  /** Values that the reasons name, such as the lowest price. */
  values?: Record<string, number | string | null | undefined>
}) {
  const { i18n } = useLingui()
  const { values = {} } = props
  const numbers = new Map(props.copies.map((copy) => [copy.asset_token_id, copy.number]))
  const refused = props.outcomes.items.filter(({ outcome }) => outcome === 'refused')
  return (
    <ul role="alert" className="grid max-h-80 gap-2 overflow-y-auto text-small">
      {refused.map(({ asset_token_id, code }) => (
        <li key={asset_token_id}>
          <b className="font-semibold">
            <Trans>No. {numbers.get(asset_token_id)}</Trans>
          </b>{' '}
          {i18n._({ ...refusals[(code ?? 'bug') as ErrorCode], values })}
        </li>
      ))}
    </ul>
  )
}
