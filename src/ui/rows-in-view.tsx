import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

export const TALL = 100 // rows; a longer table renders only those near the window

const AROUND = 12 // rows kept on either side of the window
const STEP = 8 // rows by which the rendered range moves at once
const FIRST = 50 // rows rendered on the server

interface View {
  start: number
  end: number
  /** The height of a row in pixels, equal for all rows. */
  height: number
}

/** Returns the range of rows near the window as it scrolls. All rows have one height. */
export function useRowsInView(count: number, body: RefObject<HTMLTableSectionElement | null>) {
  const isTall = count > TALL
  const [view, setView] = useState<View>({ start: 0, end: FIRST, height: 0 })
  useEffect(() => {
    if (!isTall) return undefined
    const look = () => {
      const height = body.current?.querySelector('[data-row]')?.getBoundingClientRect().height
      if (!height) return
      const above = -body.current!.getBoundingClientRect().top / height
      const seen = window.innerHeight / height
      const start = Math.max(0, Math.floor((above - AROUND) / STEP) * STEP)
      const end = Math.max(0, Math.ceil((above + seen + AROUND) / STEP) * STEP)
      // compare with the last value set, which may not be rendered yet
      setView((last) =>
        start === last.start && end === last.end && height === last.height
          ? last
          : { start, end, height },
      )
    }
    const first = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [isTall, body])
  if (!isTall) return { start: 0, end: count, height: 0 }
  const start = Math.min(view.start, Math.max(0, count - FIRST)) // the rows may have become fewer
  return { start, end: Math.min(Math.max(view.end, start + 1), count), height: view.height }
}

/** Fills the height of rows that are not rendered, set before the browser paints. */
export function Gap({ rows, height }: { rows: number; height: number }) {
  const ref = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    if (ref.current) ref.current.style.blockSize = `${rows * height}px`
  }, [rows, height])
  return rows > 0 && height > 0 && <tr ref={ref} aria-hidden className="table-gap" />
}
