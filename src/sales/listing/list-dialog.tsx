import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { send } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { pickSpecial } from '#src/ui/numbering.ts'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { byPrice } from './bulk.shared.ts'
import { type Copy, CopyNumbers } from './copies.tsx'
import { type ListingOutcomes, listSerialsForSale } from './listing.shared.ts'
import { PriceField, usePrice } from './price-field.tsx'
import { useListedToast } from './listed-toast.tsx'
import { PriceShares } from './price-shares.tsx'
import { RefusedCopiesDialog } from './refused-copies.tsx'
import { ChunkProgress, TermsOfAll, useChunkedCall } from './chunked-calls.tsx'

interface Props {
  asset: Asset
  copies: readonly Copy[]
  /** True if the copies are listed already and get a new price. */
  reprice?: boolean
  onClose: () => void
  /** Called once the copies have changed: a selection of them no longer applies. */
  onChanged?: (() => void) | undefined
}

/** Lists one or many copies of a title for sale, or reprices listed ones. */
export function ListDialog(props: Props) {
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const { t } = useLingui()
  const { asset, copies, reprice, onClose } = props
  if (!outcomes) return <ListForm {...props} onRefused={setOutcomes} />
  return (
    <RefusedCopiesDialog
      title={reprice ? t`Some prices were not changed` : t`Some copies were not listed`}
      values={{ minimum: asset.min_sellable_price }}
      outcomes={outcomes}
      copies={copies}
      onClose={onClose}
    />
  )
}

function ListForm({
  asset,
  copies,
  reprice = false,
  onClose,
  onChanged,
  onRefused,
}: Props & { onRefused: (outcomes: ListingOutcomes) => void }) {
  const { t } = useLingui()
  const showOutcome = useListedToast('sale', copies, reprice ? Repriced : undefined)
  const delisted = useDelisted(asset, copies)
  const chunked = useChunkedCall(listSerialsForSale)
  const special = pickSpecial(copies, { first: asset.first_number, last: lastNumber(asset) })
  const [isApart, setApart] = useState(false)
  const [one, ...others] = copies
  const before = reprice && others.length === 0 ? one!.sale_price : null
  const [usual, dearer] = [usePrice(asset, before ?? undefined), usePrice(asset)]
  const isPending = chunked.isPending || delisted.isPending
  const words = useWords(copies, reprice, isApart ? undefined : usual.price)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const [price, other] = [usual.price, isApart ? dearer.price : usual.price]
    usual.setTouched(true)
    dearer.setTouched(true)
    if (price === undefined || other === undefined || isPending) return
    const gone = reprice ? await delisted.find() : new Set<string>()
    if (!gone) return
    const apart = new Set<Copy>(special)
    const listed = copies.filter(({ asset_token_id }) => !gone.has(asset_token_id))
    const calls = byPrice(listed, (copy) => (apart.has(copy) ? other : price))
    const answer = await chunked.run(calls.map((call) => (reprice ? { ...call, reprice } : call)))
    if (!answer) return
    const outcomes = { ...answer, items: [...answer.items, ...Array.from(gone, notListed)] }
    onChanged?.()
    if (showOutcome(outcomes)) onClose()
    else onRefused(outcomes)
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={(event) => void submit(event)}>
        {copies.length > 1 && (
          <p className="text-small text-ink-2">
            <CopyNumbers copies={copies} />
          </p>
        )}
        <TermsOfAll done={chunked.done}>
          <PriceField name="sale_price" label={words.label} asset={asset} typing={usual} />
          <PriceShares
            of={{ kid: asset.kid, asset_token_id: one!.asset_token_id }}
            price={usual.price}
          />
          {special.length > 0 && (
            <Checkbox checked={isApart} onChange={(event) => setApart(event.currentTarget.checked)}>
              <Plural
                value={special.length}
                one="Different price for the special number"
                other="Different price for the # special numbers"
              />
              <span className="block text-small text-ink-2">
                <CopyNumbers copies={special} />
              </span>
            </Checkbox>
          )}
          {isApart && (
            <PriceField
              name="special_price"
              label={t`Price per special number in yen, tax included`}
              asset={asset}
              typing={dearer}
            />
          )}
        </TermsOfAll>
        {(chunked.isPending || chunked.done > 0) && copies.length > 1 && (
          <ChunkProgress done={chunked.done} total={copies.length} />
        )}
        <RefusalMessage error={chunked.error ?? delisted.error} />
        <FormActions busy={isPending} onCancel={onClose}>
          {words.action}
        </FormActions>
      </form>
    </Dialog>
  )
}

/**
 * Reads which of the copies are no longer listed. A new price would list them again, which nobody asked for
 * whose screen is older. `find` returns their ids, or undefined if they could not be read.
 */
function useDelisted({ kid }: Asset, copies: readonly Copy[]) {
  const reading = useMutation({
    mutationFn: async () => {
      const numbers = copies.map(({ number }) => number)
      const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
      const chosen = new Set(copies.map(({ asset_token_id }) => asset_token_id))
      const filter = { id: kid, from, to, mine: 'true', status: 'not_listed' } as const
      const { items } = await send(listSerials, filter)
      return new Set(
        items.map(({ asset_token_id }) => asset_token_id).filter((id) => chosen.has(id)),
      )
    },
  })
  const { mutateAsync, error, isPending } = reading
  return { find: () => mutateAsync().catch(() => undefined), error, isPending }
}

const notListed = (asset_token_id: string): ListingOutcomes['items'][number] => ({
  asset_token_id,
  outcome: 'refused',
  code: 'not_listed',
})

/** Says that copies have the new price. */
const Repriced = ({ count, number }: { count: number; number: number | undefined }) =>
  number === undefined ? (
    <Plural value={count} one="# price changed." other="# prices changed." />
  ) : (
    <Trans>Price of No. {number} changed.</Trans>
  )

function useWords(copies: readonly Copy[], reprice: boolean, price: number | undefined) {
  const { t } = useLingui()
  const count = copies.length
  const number = copies[0]!.number
  const yen = price === undefined ? undefined : formatYen(price)
  if (count === 1)
    return {
      title: reprice ? t`New price for No. ${number}` : t`Sell No. ${number}`,
      label: t`Price in yen, tax included`,
      action: reprice
        ? yen === undefined
          ? t`Change price`
          : t`Change price to ${yen}`
        : yen === undefined
          ? t`List for sale`
          : t`List No. ${number} for ${yen}`,
    }
  return {
    title: reprice ? t`New price for ${count} copies` : t`Sell ${count} copies`,
    label: t`Price per copy in yen, tax included`,
    action: reprice
      ? yen === undefined
        ? t`Change prices`
        : t`Change ${count} prices to ${yen}`
      : yen === undefined
        ? t`List for sale`
        : t`List ${count} copies for ${yen} each`,
  }
}
