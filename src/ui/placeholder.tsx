import { useState } from 'react'
import { isTakenOver } from './use-hydrating.ts'

let draw: ((hash: string) => string) | undefined

/** Sets what draws placeholders: browsers load it later, as the first ones are on the server's page. */
export function drawPlaceholdersBy(drawer: typeof draw) {
  draw = drawer
}

/** A blurred picture that stands for another until it is loaded. React leaves the server's as it is. */
export function Placeholder({ hash }: { hash: string }) {
  const [source] = useState(() => (import.meta.env.SSR || isTakenOver() ? draw?.(hash) : undefined))
  return <img className="picture-placeholder" src={source} alt="" suppressHydrationWarning />
}
