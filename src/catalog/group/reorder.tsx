import { useLingui } from '@lingui/react/macro'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { useToast } from '#src/ui/toast.tsx'

export type Kids = readonly string[]
export type Order = ReturnType<typeof useReordering>
type Change = (change: (kids: Kids) => Kids) => void
type Control = 'up' | 'down' | 'remove' | 'add'

/**
 * Returns the actions on an ordered list of titles. The focus follows the moved title, and a screen
 * reader announces its new place.
 */
export function useReordering(kids: Kids, onChange: Change, titles: readonly Asset[]) {
  const { t } = useLingui()
  const toast = useToast()
  const base = useId()
  const [announcement, setAnnouncement] = useState('')
  const focusOn = useFocusAfter()
  const idOf = (kid: string, control: Control) => `${base}-${kid}-${control}`
  const nameOf = (kid: string) => titles.find((title) => title.kid === kid)?.title ?? ''

  function announce(kid: string, at: number, of: number) {
    const [name, place] = [nameOf(kid), at + 1]
    setAnnouncement(t`${name} is now ${place} of ${of}.`)
  }
  return {
    announcement,
    idOf,
    ...useDragging(kids, onChange, announce),
    move(kid: string, to: number, control: 'up' | 'down') {
      if (to < 0 || to >= kids.length) return
      focusOn(idOf(kid, control))
      onChange((all) => moved(all, kid, to))
      announce(kid, to, kids.length)
    },
    add(kid: string) {
      focusOn(idOf(kid, 'remove'))
      onChange((all) => [...all, kid])
      announce(kid, kids.length, kids.length + 1)
    },
    remove(kid: string) {
      const at = kids.indexOf(kid)
      const next = kids[at + 1] ?? kids[at - 1]
      focusOn(next ? idOf(next, 'remove') : idOf(kid, 'add'))
      onChange((all) => all.filter((one) => one !== kid))
      const name = nameOf(kid)
      const restore = () => onChange((all) => (all.includes(kid) ? all : all.toSpliced(at, 0, kid)))
      toast({
        message: t`${name} was removed from the group.`,
        action: { label: t`Undo`, onPress: restore },
      })
    },
  }
}

/** Returns a function that focuses an element by its id after the next render. */
function useFocusAfter() {
  const id = useRef<string>(undefined)
  useEffect(() => {
    if (id.current) document.getElementById(id.current)?.focus()
    id.current = undefined
  })
  return (next: string) => {
    id.current = next
  }
}

/** Reorders rows while one is dragged over others; a drop outside the list restores the order. */
function useDragging(
  kids: Kids,
  onChange: Change,
  announce: (kid: string, at: number, of: number) => void,
) {
  const before = useRef<Kids>(kids)
  const isDropped = useRef(false)
  const [dragged, setDragged] = useState<string>()
  const dragProps = (kid: string, at: number) => ({
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', kid)
      before.current = kids
      isDropped.current = false
      setDragged(kid)
    },
    onDragEnter(event: DragEvent) {
      if (!dragged) return
      event.preventDefault()
      onChange((all) => moved(all, dragged, at))
    },
    onDragOver(event: DragEvent) {
      if (!dragged) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      isDropped.current = true
    },
    onDragEnd() {
      if (!isDropped.current) onChange(() => before.current)
      else if (dragged) announce(dragged, kids.indexOf(dragged), kids.length)
      setDragged(undefined)
    },
  })
  return { dragged, dragProps }
}

const moved = (kids: Kids, kid: string, to: number): Kids =>
  kids.filter((one) => one !== kid).toSpliced(to, 0, kid)
