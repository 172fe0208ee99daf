import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Where the arrows and their like lead from a row; `undefined` for keys that mean nothing here. */
function towards(
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
 * Keys in the boxes of rows: arrows, Home and End go to the next that can be selected, with Shift
 * they select all on the way, and Shift with Space selects from the last one touched. Rows that are
 * not rendered are scrolled to first.
 */
export function useRowKeys(props: {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  height: number
  canSelect: (index: number) => boolean
  /** Selects all to this one, from `since` or from the last one touched. */
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
    const index = Number(event.currentTarget.closest<HTMLElement>('[data-row]')?.dataset['row'])
    if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      onReach(index)
      return
    }
    const to = towards(event.key, index, count - 1)
    if (!to) return
    event.preventDefault()
    let { at } = to
    while (at >= 0 && at < count && !canSelect(at)) at += to.step
    if (at < 0 || at >= count) return
    if (event.shiftKey) onReach(at, index)
    go(at)
  }
}
