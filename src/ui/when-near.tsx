import { type ReactNode, useEffect, useRef, useState } from 'react'

const NEAR = '400px'

/** Renders its children once the window comes near them; the server's page does not have them. */
export function WhenNear({ children }: { children: ReactNode }) {
  const [isNear, setIsNear] = useState(false)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: NEAR },
    )
    observer.observe(mark.current!)
    return () => observer.disconnect()
  }, [])
  return isNear ? children : <div ref={mark} />
}
