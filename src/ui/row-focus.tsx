const ROW = 'li, tr'
const CONTROL = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, summary'

/** What held the focus last, in a row of a list: where the focus goes when it is removed. */
interface Held {
  control: Element
  rows: Element[]
  headings: Element[]
}

/**
 * Keeps the focus on the page when the row of a list that holds it, or its button, is removed. The last
 * control of the row takes it, else of the next row, else of the previous one, else the heading.
 */
export function keepRowFocus(): void {
  let held = heldBy(document.activeElement)
  document.addEventListener('focusin', ({ target }) => {
    held = heldBy(target as Element)
  })
  const observer = new MutationObserver(() => {
    if (!held || held.control.isConnected || document.activeElement !== document.body) return
    const { rows, headings } = held
    held = undefined
    const controls = rows.find(canTake)?.querySelectorAll<HTMLElement>(CONTROL)
    if (controls) return controls[controls.length - 1]!.focus()
    const heading = headings.find((one) => one.isConnected) as HTMLElement | undefined
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function heldBy(control: Element | null): Held | undefined {
  const row = control?.closest('main :is(li, tr)')
  // A long table renders only the rows near the window: the reader may have scrolled away.
  if (!control || !row || row.closest('[data-tall]')) return undefined
  const headings = [
    row.closest('section')?.querySelector('h2, h3'),
    document.querySelector('main h1'),
  ].filter((heading) => heading instanceof Element)
  return { control, rows: rowsAround(row), headings }
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
