const ROW = 'li, tr'

/** Where the focus goes when `control`, which had it last, is removed from a row of a list. */
interface Held {
  control: Element
  rows: Element[]
  headings: Element[]
}

/**
 * Keeps the focus on the page when the row of a list that holds it, or its button, is removed. The row
 * takes it, else the next row, else the previous one, else the heading. No button takes it, since the key
 * that is still held down would press that one too.
 */
export function keepRowFocus(): void {
  let held = heldBy(document.activeElement)
  document.addEventListener('focusin', ({ target }) => {
    held = heldBy(target as Element)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!held?.rows[0]!.contains(target as Element)) held = undefined
  })
  const observer = new MutationObserver(() => {
    if (!held || held.control.isConnected || document.activeElement !== document.body) return
    const { rows, headings } = held
    held = undefined
    const next = [...rows, ...headings].find((one) => one.isConnected) as HTMLElement | undefined
    next?.setAttribute('tabindex', '-1')
    next?.focus()
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
