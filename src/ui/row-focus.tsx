const ROW = 'li, tr'
const PART = '[data-keeps-focus]'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Names what takes the focus when `control`, which had it last, is removed from its place. */
interface Held {
  control: Element
  /** The row, the bar or the part of the page that holds the control. */
  place: Element
  /** The rows from the nearest on, or the part of the page. */
  rows: Element[]
  headings: Element[]
  /** True if the reader came by keys: then the page scrolls to what takes the focus. */
  isByKeys: boolean
}

/**
 * Keeps the focus on the page when the row of a list that holds it, or its button, is removed. The row
 * takes it, else the next row, else the previous one, else the heading. No button takes it, since the key
 * that is still held down would press that one too. After an action on selected rows, whose bar is
 * removed, the first of them counts as the row. A part with `data-keeps-focus` gives the focus to its first
 * heading, else takes it. A dialog on the way changes nothing.
 */
export function keepRowFocus(): void {
  let held = heldBy(document.activeElement)
  document.addEventListener('focusin', ({ target }) => {
    if (!(target as Element).closest(DIALOG)) held = heldBy(target as Element)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    const pressed = target as Element
    if (!held?.place.contains(pressed) && !pressed.closest(DIALOG)) held = undefined
  })
  const observer = new MutationObserver(() => {
    if (!held || held.control.isConnected || document.activeElement !== document.body) return
    const { rows, headings, isByKeys } = held
    held = undefined
    const next = [...rows, ...headings].find((one) => one.isConnected) as HTMLElement | undefined
    next?.setAttribute('tabindex', '-1')
    next?.focus({ preventScroll: !isByKeys })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function heldBy(control: Element | null): Held | undefined {
  const bar = control?.closest('main .bulk-bar')
  const row = bar
    ? bar.parentElement!.querySelector('tr[aria-selected="true"]')
    : control?.closest(`main :is(${ROW}, ${PART})`)
  const place = bar ?? row
  if (!control || !place) return undefined
  // A long table renders only the rows near the window: the reader may have scrolled away.
  const isTall = row?.closest('[data-tall]')
  if (isTall && !bar) return undefined
  const headings = [
    place.closest('section')?.querySelector('h2, h3'),
    document.querySelector('main h1'),
  ].filter((heading) => heading instanceof Element)
  const rows = row && !isTall ? takersAround(row) : []
  return { control, place, rows, headings, isByKeys: control.matches(':focus-visible') }
}

const takersAround = (place: Element) =>
  place.matches(PART) ? [place.querySelector('h2, h3') ?? place] : rowsAround(place)

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
