import { Plural, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
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
  const showOutcome = useListedToast('sale', copies)
  const chunked = useChunkedCall(listSerialsForSale)
  const special = pickSpecial(copies, { first: asset.first_number, last: lastNumber(asset) })
  const [isApart, setApart] = useState(false)
  const [one, ...others] = copies
  const before = reprice && others.length === 0 ? one!.sale_price : null
  const [usual, dearer] = [usePrice(asset, before ?? undefined), usePrice(asset)]
  const words = useWords(copies, reprice, isApart ? undefined : usual.price)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const [price, other] = [usual.price, isApart ? dearer.price : usual.price]
    usual.setTouched(true)
    dearer.setTouched(true)
    if (price === undefined || other === undefined || chunked.isPending) return
    const apart = new Set<Copy>(special)
    const calls = byPrice(copies, (copy) => (apart.has(copy) ? other : price))
    const outcomes = await chunked.run(calls.map((call) => (reprice ? { ...call, reprice } : call)))
    if (outcomes) onChanged?.()
    if (outcomes && showOutcome(outcomes)) onClose()
    else if (outcomes) onRefused(outcomes)
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
        <RefusalMessage error={chunked.error} />
        <FormActions busy={chunked.isPending} onCancel={onClose}>
          {words.action}
        </FormActions>
      </form>
    </Dialog>
  )
}

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
