import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { useAnswer, useAskAgain, useCall } from '#core/ask.ts'
import type { Asset } from '#src/asset/asset.shape.ts'
import { getSettings } from '#src/settings/settings.shape.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Copy } from './copies.tsx'
import { Numbers, RefusedCopies } from './copies.tsx'
import { type ListingOutcomes, listSerialsForSale } from './listing.shape.ts'
import { Royalty } from './money-goes.tsx'
import { PriceShares } from './price-shares.tsx'

/** Puts one or many copies of a title on sale at one price. */
export function ListDialog(props: { asset: Asset; copies: readonly Copy[]; onClose: () => void }) {
  const { asset, copies, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const list = useCall(listSerialsForSale)
  const [typed, setTyped] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const { price, error, fix } = usePrice(typed, asset)
  const [one] = copies
  const number = one!.number

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTouched(true)
    if (price === undefined || error || list.isPending) return
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    list.mutate({ listing_type: 'sale', asset_token_ids, sale_price: price }, { onSuccess: finish })
  }

  function finish(answer: ListingOutcomes) {
    void askAgain()
    const done = answer.items.filter(({ outcome }) => outcome !== 'refused').length
    if (done > 0)
      toast({
        message:
          copies.length === 1 ? (
            <Trans>No. {number} opens for sale in a moment.</Trans>
          ) : (
            <Plural
              value={done}
              one="# copy opens for sale in a moment."
              other="# copies open for sale in a moment."
            />
          ),
      })
    if (done === answer.items.length) onClose()
    else setOutcomes(answer)
  }

  if (outcomes)
    return (
      <Dialog title={t`Some copies were not listed`} onClose={onClose}>
        <RefusedCopies outcomes={outcomes} copies={copies} minimum={asset.min_sellable_price} />
        <DialogActions>
          <Button look="main" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog
      title={copies.length === 1 ? t`Sell No. ${number}` : t`Sell ${copies.length} copies`}
      onClose={onClose}
    >
      <form className="grid gap-4.5" noValidate onSubmit={submit}>
        <p className="text-small text-ink-2">
          {copies.length > 1 && <Numbers copies={copies} />} <Royalty asset={asset} />
        </p>
        <TextField
          number
          name="sale_price"
          label={
            copies.length === 1
              ? t`Price in yen, tax included`
              : t`Price of each in yen, tax included`
          }
          hint={
            asset.min_sellable_price &&
            t`The lowest price is ${formatYen(asset.min_sellable_price)}.`
          }
          error={isTouched && error}
          fix={
            fix === undefined
              ? undefined
              : { label: t`Use ${formatYen(fix)}`, onFix: () => setTyped(String(fix)) }
          }
          value={typed}
          maxLength={9}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTouched(typed !== '')}
        />
        <PriceShares
          of={{ kid: asset.kid, asset_token_id: one!.asset_token_id }}
          price={error ? undefined : price}
        />
        <Refused error={list.error} />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="main" busy={list.isPending}>
            {price === undefined || error ? (
              <Trans>List for sale</Trans>
            ) : copies.length === 1 ? (
              t`List No. ${number} for ${formatYen(price)}`
            ) : (
              t`List ${copies.length} for ${formatYen(price)} each`
            )}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What was typed as whole yen, or what is wrong with it and how to mend it. */
function usePrice(typed: string, asset: Asset) {
  const { t } = useLingui()
  const settings = useAnswer(getSettings, {})
  const plain = typed.normalize('NFKC').replaceAll(/[,¥\s]/g, '')
  if (!/^\d{1,9}$/.test(plain)) return { error: t`Enter a price in whole yen.` }
  const price = Number(plain)
  const minimum = Math.max(asset.min_sellable_price ?? 0, settings?.price_min ?? 0)
  const maximum = settings?.price_max ?? price
  if (price < minimum)
    return { price, error: t`The lowest price is ${formatYen(minimum)}.`, fix: minimum }
  if (price > maximum)
    return { price, error: t`The highest price is ${formatYen(maximum)}.`, fix: maximum }
  return { price }
}
