import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { isShortcut } from './shortcut.tsx'

/** Returns the row to which a key moves the focus; `undefined` for other keys. */
function targetOf(
  key: string,
  index: number,
  last: number,
): { at: number; step: 1 | -1 } | undefined {
  if (key === 'ArrowDown') return { at: index + 1, step: 1 }
  if (key === 'ArrowUp') return { at: index - 1, step: -1 }
  if (key === 'Home') return { at: 0, step: 1 }
  if (key === 'End') return { at: last, step: -1 }
  return undefined
}

/**
 * Handles keys in the checkboxes of rows. Arrow keys, Home and End move to the next selectable row,
 * with Shift they select all rows on the way. Shift and Space select from the last touched row.
 * Rows outside the rendered range are scrolled into view first.
 */
export function useRowKeys(props: {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  height: number
  canSelect: (index: number) => boolean
  /** Selects all rows up to this one, from `since` or from the last touched row. */
  onReach: (index: number, since?: number) => void
}) {
  const { body, count, height, canSelect, onReach } = props
  const wanted = useRef<number>(undefined)
  const boxOf = (index: number) =>
    body.current?.querySelector<HTMLElement>(`[data-row="${index}"] input`)

  useLayoutEffect(() => {
    const box = wanted.current === undefined ? undefined : boxOf(wanted.current)
    if (!box) return
    wanted.current = undefined
    box.focus()
  })

  function go(index: number) {
    const box = boxOf(index)
    if (box) return box.focus()
    wanted.current = index
    const { top } = body.current!.getBoundingClientRect()
    window.scrollBy({ top: top + index * height - window.innerHeight / 2, behavior: 'instant' })
  }

  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (isShortcut(event)) return
    const index = Number(event.currentTarget.closest<HTMLElement>('[data-row]')?.dataset['row'])
    if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      onReach(index)
      return
    }
    const to = targetOf(event.key, index, count - 1)
    if (!to) return
    event.preventDefault()
    let { at } = to
    while (at >= 0 && at < count && !canSelect(at)) at += to.step
    if (at < 0 || at >= count) return
    if (event.shiftKey) onReach(at, index)
    go(at)
  }
}
