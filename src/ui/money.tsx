import { formatYen } from './yen.ts'

/** An amount in yen, tax included. Use `tall` at most once per page. */
export function Money(props: { yen: number; tall?: boolean; className?: string }) {
  const face = props.tall ? 'number' : 'amount'
  return <span className={`${face} ${props.className ?? ''}`}>{formatYen(props.yen)}</span>
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
