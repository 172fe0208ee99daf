import { formatYen } from './yen.ts'

/** An amount in text and tables, tax included as everywhere. `tall` once a page at most. */
export function Money(props: { yen: number; tall?: boolean; className?: string }) {
  const face = props.tall ? 'number' : 'amount'
  return <span className={`${face} ${props.className ?? ''}`}>{formatYen(props.yen)}</span>
}

/** From the lowest to the highest price, or the one price where they are the same. */
export function MoneyRange(props: { min: number; max: number; className?: string }) {
  const { min, max, className = '' } = props
  if (min === max) return <Money yen={min} className={className} />
  return (
    <span className={`amount ${className}`}>
      {formatYen(min)} – {formatYen(max)}
    </span>
  )
}
