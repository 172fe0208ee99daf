import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders its children once the window comes near; the server's page does not have them. */
export function WhenNear({ className, children }: { className: string; children: ReactNode }) {
  const [isNear, setIsNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = (entries: IntersectionObserverEntry[]) =>
      setIsNear((was) => was || entries.some(({ isIntersecting }) => isIntersecting))
    const observer = new IntersectionObserver(look, { rootMargin: '400px' })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isNear && children}
    </div>
  )
}
