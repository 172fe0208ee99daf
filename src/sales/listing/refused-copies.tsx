import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '#core/errors.ts'
import { formatParams } from '#src/i18n/format-params.ts'
import { CloseAction, Dialog } from '#src/ui/dialog.tsx'
import { RefusalWords } from '#src/ui/refusal-message.tsx'
import type { Copy } from './copies.tsx'
import type { ListingOutcomes } from './listing.shared.ts'

type Values = Record<string, number | string | null | undefined>

/** Lists, after an action on many copies, those that were refused and why. */
export function RefusedCopiesDialog(props: {
  title: string
  outcomes: ListingOutcomes
  copies: readonly Copy[]
  /** Values that the reasons name, such as the lowest price. */
  values: Values
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
  values?: Values
}) {
  const values = valuesOf(props.values ?? {})
  const numbers = new Map(props.copies.map((copy) => [copy.asset_token_id, copy.number]))
  const refused = props.outcomes.items.filter(({ outcome }) => outcome === 'refused')
  return (
    <ul role="alert" className="grid max-h-80 gap-2 overflow-y-auto text-small">
      {refused.map(({ asset_token_id, code }) => (
        <li key={asset_token_id}>
          <b className="font-semibold">
            <Trans>No. {numbers.get(asset_token_id)}</Trans>
          </b>{' '}
          <RefusalWords code={(code ?? 'bug') as ErrorCode} values={values} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the values that are known, as they are written in a sentence. */
const valuesOf = (values: Values) =>
  formatParams(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
    ),
  )
