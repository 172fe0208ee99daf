import { formatYen } from './yen.ts'

/** An amount in yen, tax included. Use `tall` at most once per page. */
export function Money(props: { yen: number; tall?: boolean; className?: string }) {
  const { yen, tall, className } = props
  if (tall) return <span className={`number ${className ?? ''}`}>{formatYen(yen)}</span>
  // Runs from left to right in itself, so an element around it is aligned.
  const amount = <span className="amount">{formatYen(yen)}</span>
  return className ? <span className={className}>{amount}</span> : amount
}

/** A range of prices in yen, or one price if both are equal. */
export function MoneyRange(props: { min: number; max: number; className?: string }) {
  const { min, max, className = '' } = props
  if (min === max) return <Money yen={min} className={className} />
  return (
    <span className={`amounts ${className}`}>
      {formatYen(min)} – {formatYen(max)}
    </span>
  )
}
