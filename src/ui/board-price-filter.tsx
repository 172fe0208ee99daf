import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { priceSteps } from './board-prices.ts'
import { Icon } from './icon.tsx'
import { useAddressValue } from './use-address-value.ts'
import { formatCount, formatYen } from './yen.ts'

interface Props {
  /** The different prices of the available numbers. */
  prices: readonly number[]
  limit: number // Infinity without one
  /** How many numbers are available up to the limit, which is read out. */
  count: number
  onChoose: (limit?: number) => void
}

/** Shows available numbers up to a price only. */
export function PriceFilter({ prices, limit, count, onChoose }: Props) {
  const { t } = useLingui()
  const value = limit === Infinity ? '' : limit
  const field = useAddressValue<HTMLSelectElement>(value)
  const choose = () => onChoose(Number(field.current!.value) || undefined)
  const keepEarly = useEffectEvent(() => {
    if ((Number(field.current?.value) || Infinity) !== limit) choose()
  })
  useEffect(() => keepEarly(), []) // what was chosen before the scripts had come
  return (
    <div className="relative me-auto">
      <select
        ref={field}
        aria-label={t`Price`}
        defaultValue={value}
        onChange={choose}
        className="input min-h-11 w-auto py-2 pe-9 text-label"
      >
        <option value="">{t`Any price`}</option>
        {priceSteps(prices, limit).map((price) => (
          <option key={price} value={price}>
            {t({ message: `Up to ${formatYen(price)}`, comment: 'A price: the highest to show' })}
          </option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2" />
      <output className="sr-only">
        {limit < Infinity && t`Available (${formatCount(count)})`}
      </output>
    </div>
  )
}
