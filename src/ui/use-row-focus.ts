import { type RefObject, useEffect } from 'react'

const ROW = 'li, tr'
const CONTROL = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, summary'

/**
 * Keeps the focus within `around` when the row of a list that holds it, or its button, is removed. The
 * last control of the row takes it, else of the next row, else of the previous one, else the heading.
 */
export function useRowFocus(around: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = around.current!
    let held: { control: Element; rows: Element[]; headings: Element[] } | undefined

    function remember({ target }: FocusEvent) {
      const control = target as Element
      const row = control.closest(ROW)
      // A long table renders only the rows near the window: the reader may have scrolled away.
      const isTall = row?.closest('[data-tall]')
      held =
        row && !isTall ? { control, rows: rowsAround(row), headings: headingsOf(row) } : undefined
    }
    function headingsOf(row: Element) {
      const places = [row.closest('section')?.querySelector('h2, h3'), root.querySelector('h1')]
      return places.filter((heading) => heading instanceof Element)
    }
    function keepFocus() {
      if (!held || held.control.isConnected || document.activeElement !== document.body) return
      const { rows, headings } = held
      const control = rows.find(canTake)?.querySelectorAll<HTMLElement>(CONTROL)
      const heading = headings.find((one) => one.isConnected) as HTMLElement | undefined
      held = undefined
      if (control) return control[control.length - 1]!.focus()
      heading?.setAttribute('tabindex', '-1')
      heading?.focus()
    }

    root.addEventListener('focusin', remember)
    const observer = new MutationObserver(keepFocus)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [around])
}

const canTake = (row: Element) => row.isConnected && row.querySelector(CONTROL) !== null

/** Returns the row, those after it and those before it, nearest first; then those of outer lists. */
function rowsAround(row: Element): Element[] {
  const rows = [...row.parentElement!.children]
  const at = rows.indexOf(row)
  const outer = row.parentElement!.closest(ROW)
  return [
    row,
    ...rows.slice(at + 1),
    ...rows.slice(0, at).reverse(),
    ...(outer ? rowsAround(outer) : []),
  ]
}
