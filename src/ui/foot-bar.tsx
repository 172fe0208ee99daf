import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { padNumber } from './numbering.ts'

/**
 * A bar at the foot of screens below 1,024 px that repeats the main action of a page. Goes away while
 * the action itself is seen.
 */
export function FootBar(props: { action?: RefObject<Element | null>; children: ReactNode }) {
  const { action, children } = props
  const [isSeen, setSeen] = useState(false)
  // Each time: the action's element is replaced when another number is chosen.
  useEffect(() => {
    if (!action?.current) return undefined
    const look = (entries: IntersectionObserverEntry[]) => setSeen(entries.at(-1)!.isIntersecting)
    const observer = new IntersectionObserver(look, { threshold: 0.5 })
    observer.observe(action.current)
    return () => observer.disconnect()
  })
  return (
    <div className="foot-bar" data-away={isSeen || undefined}>
      {children}
    </div>
  )
}

/** The bar of a title's page with number, price and button. */
export function BuyBar(props: {
  action?: RefObject<Element | null>
  number: number
  last: number
  price: ReactNode
  detail?: ReactNode
  children: ReactNode
}) {
  const { action, number, last, price, detail, children } = props
  return (
    <FootBar action={action}>
      <span className="number text-[min(2.75rem,12vw)]">{padNumber(number, last)}</span>
      <div className="me-auto min-w-0 leading-tight">
        <b className="block font-semibold">{price}</b>
        <span className="text-hint text-ink-2">{detail}</span>
      </div>
      {children}
    </FootBar>
  )
}
