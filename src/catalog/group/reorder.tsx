import { useLingui } from '@lingui/react/macro'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { useToast } from '#src/ui/toast.tsx'

export type Kids = readonly string[]
export type Order = ReturnType<typeof useReordering>
type Change = (change: (kids: Kids) => Kids) => void
type Control = 'up' | 'down' | 'remove' | 'add'

/** What can be done with an order of titles. The focus goes with the title that was moved. */
export function useReordering(kids: Kids, onChange: Change, titles: readonly Asset[]) {
  const { t } = useLingui()
  const toast = useToast()
  const base = useId()
  const [said, setSaid] = useState('')
  const focusOn = useFocusAfter()
  const idOf = (kid: string, control: Control) => `${base}-${kid}-${control}`
  const nameOf = (kid: string) => titles.find((title) => title.kid === kid)?.title ?? ''

  function tell(kid: string, at: number, of: number) {
    const [name, place] = [nameOf(kid), at + 1]
    setSaid(t`${name} is now ${place} of ${of}.`)
  }
  return {
    ...{ said, idOf },
    ...useDrawing(kids, onChange, tell),
    move(kid: string, to: number, control: 'up' | 'down') {
      if (to < 0 || to >= kids.length) return
      focusOn(idOf(kid, control))
      onChange((all) => moved(all, kid, to))
      tell(kid, to, kids.length)
    },
    add(kid: string) {
      focusOn(idOf(kid, 'remove'))
      onChange((all) => [...all, kid])
      tell(kid, kids.length, kids.length + 1)
    },
    remove(kid: string) {
      const at = kids.indexOf(kid)
      const next = kids[at + 1] ?? kids[at - 1]
      focusOn(next ? idOf(next, 'remove') : idOf(kid, 'add'))
      onChange((all) => all.filter((one) => one !== kid))
      const name = nameOf(kid)
      const restore = () => onChange((all) => (all.includes(kid) ? all : all.toSpliced(at, 0, kid)))
      toast({
        message: t`${name} is out of the group.`,
        action: { label: t`Undo`, onPress: restore },
      })
    },
  }
}

/** Gives the focus to an element that is there, or still there, only after the next drawing. */
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

/** A row that is drawn over others takes their place; let go elsewhere, it goes back. */
function useDrawing(
  kids: Kids,
  onChange: Change,
  tell: (kid: string, at: number, of: number) => void,
) {
  const before = useRef<Kids>(kids)
  const isTaken = useRef(false)
  const [drawn, setDrawn] = useState<string>()
  const drawing = (kid: string, at: number) => ({
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', kid)
      before.current = kids
      isTaken.current = false
      setDrawn(kid)
    },
    onDragEnter(event: DragEvent) {
      if (!drawn) return
      event.preventDefault()
      onChange((all) => moved(all, drawn, at))
    },
    onDragOver(event: DragEvent) {
      if (!drawn) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      isTaken.current = true
    },
    onDragEnd() {
      if (!isTaken.current) onChange(() => before.current)
      else if (drawn) tell(drawn, kids.indexOf(drawn), kids.length)
      setDrawn(undefined)
    },
  })
  return { drawn, drawing }
}

const moved = (kids: Kids, kid: string, to: number): Kids =>
  kids.filter((one) => one !== kid).toSpliced(to, 0, kid)
