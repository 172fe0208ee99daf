import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointQuery } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { TextField } from '#src/ui/field.tsx'
import { formatYen } from '#src/ui/yen.ts'

/**
 * Holds a price as it is typed, starting with `first`. Returns `price` in yen if it is allowed, else
 * `error` after the field was left, with a suggested `fix`.
 */
export function usePrice(asset: Asset, first?: number) {
  const [written, setTyped] = useState<string>()
  const typed = written ?? (first === undefined ? '' : String(first))
  const [isTouched, setTouched] = useState(false)
  const { error, price, ...mend } = useCheck(typed, asset)
  return {
    typed,
    setTyped,
    setTouched,
    ...mend,
    price: error ? undefined : price,
    error: isTouched ? error : undefined,
  }
}

/** Renders a field for a price in yen, with the title's lowest price as its hint. */
export function PriceField(props: {
  name: string
  label: string
  asset: Asset
  typing: ReturnType<typeof usePrice>
}) {
  const { name, label, asset, typing } = props
  const { t } = useLingui()
  const { typed, setTyped, setTouched, error, fix } = typing
  return (
    <TextField
      number
      name={name}
      label={label}
      hint={
        asset.min_sellable_price &&
        !(error && asset.min_sellable_price === fix) && // the error says it
        t`The lowest price is ${formatYen(asset.min_sellable_price)}.`
      }
      error={error}
      fix={
        fix === undefined
          ? undefined
          : { label: t`Use ${formatYen(fix)}`, onFix: () => setTyped(String(fix)) }
      }
      value={typed}
      maxLength={12}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTouched(typed !== '')}
    />
  )
}

/** Checks a typed price against the bounds of the title and the settings. */
function useCheck(typed: string, asset: Asset): { price?: number; error?: string; fix?: number } {
  const { t } = useLingui()
  const settings = useEndpointQuery(getSettings, {})
  const price = wholeNumber(typed)
  if (price === undefined) return { error: t`Enter a price in whole yen.` }
  const minimum = Math.max(asset.min_sellable_price ?? 0, settings?.price_min ?? 0)
  const maximum = settings?.price_max ?? price
  if (price < minimum)
    return { price, error: t`The lowest price is ${formatYen(minimum)}.`, fix: minimum }
  if (price > maximum)
    return { price, error: t`The highest price is ${formatYen(maximum)}.`, fix: maximum }
  return { price }
}
