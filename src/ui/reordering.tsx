import { useLingui } from '@lingui/react/macro'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { rareIcons } from './icons/rare-icons.ts'
import { useToast } from './toast.tsx'

export type Ids = readonly string[]
export type Order = ReturnType<typeof useReordering>
type Change = (change: (ids: Ids) => Ids) => void
type Control = 'up' | 'down' | 'remove' | 'add'

interface Reordering {
  onChange: Change
  nameOf: (id: string) => string
  /** Says that something was removed, by its name; absent where that is done elsewhere. */
  removed?: (name: string) => string
}

/**
 * Returns the actions on an ordered list of named things. The focus follows what was moved, and a
 * screen reader announces its new place.
 */
export function useReordering(ids: Ids, { onChange, nameOf, removed }: Reordering) {
  const { t } = useLingui()
  const toast = useToast()
  const base = useId()
  const [announcement, setAnnouncement] = useState('')
  const focusOn = useFocusAfter()
  const idOf = (id: string, control: Control) => `${base}-${id}-${control}`

  function announce(id: string, at: number, of: number) {
    const [name, place] = [nameOf(id), at + 1]
    setAnnouncement(t`${name} is now ${place} of ${of}.`)
  }
  return {
    announcement,
    idOf,
    ...useDragging(ids, onChange, announce),
    move(id: string, to: number, control: 'up' | 'down') {
      if (to < 0 || to >= ids.length) return
      focusOn(idOf(id, control))
      onChange((all) => moved(all, id, to))
      announce(id, to, ids.length)
    },
    add(id: string) {
      focusOn(idOf(id, 'remove'))
      onChange((all) => [...all, id])
      announce(id, ids.length, ids.length + 1)
    },
    remove(id: string) {
      const at = ids.indexOf(id)
      const next = ids[at + 1] ?? ids[at - 1]
      focusOn(next ? idOf(next, 'remove') : idOf(id, 'add'))
      onChange((all) => all.filter((one) => one !== id))
      const restore = () => onChange((all) => (all.includes(id) ? all : all.toSpliced(at, 0, id)))
      if (!removed) return
      toast({
        message: removed(nameOf(id)),
        action: { label: t`Undo`, onPress: restore },
      })
    },
  }
}

/** Returns a function that focuses an element by its id after the next render. */
function useFocusAfter() {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current) document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  return (next: string) => {
    wanted.current = next
  }
}

/** Reorders rows while one is dragged over others; a drop outside the list restores the order. */
function useDragging(
  ids: Ids,
  onChange: Change,
  announce: (id: string, at: number, of: number) => void,
) {
  const before = useRef<Ids>(ids)
  const isDropped = useRef(false)
  const [dragged, setDragged] = useState<string>()
  const dragProps = (id: string, at: number) => ({
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', id)
      before.current = ids
      isDropped.current = false
      setDragged(id)
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
      else if (dragged) announce(dragged, ids.indexOf(dragged), ids.length)
      setDragged(undefined)
    },
  })
  return { dragged, dragProps }
}

const moved = (ids: Ids, id: string, to: number): Ids =>
  ids.filter((one) => one !== id).toSpliced(to, 0, id)

/** Shows one thing at its place in a list, with buttons to move and remove it. */
export function ReorderRow(props: {
  id: string
  name: string
  at: number
  count: number
  order: Order
  children: ReactNode
}) {
  const { id, name, at, count, order, children } = props
  const { t } = useLingui()
  return (
    <li
      {...order.dragProps(id, at)}
      className={`grid grid-cols-[auto_1fr] items-center sm:grid-cols-[auto_1fr_auto] gap-x-3 border-t border-line py-2 first:border-t-0 ${order.dragged === id ? 'bg-well' : ''}`}
    >
      <span aria-hidden className="flex cursor-grab items-center gap-1 text-ink-2">
        <Icon name={rareIcons.grip} />
        <span className="number w-7 text-end text-[1.375rem]">{at + 1}</span>
      </span>
      {children}
      <span className="col-start-2 -ms-3 flex sm:col-start-3 sm:ms-0">
        <IconButton
          icon={rareIcons.up}
          label={t`Move ${name} up`}
          id={order.idOf(id, 'up')}
          aria-disabled={at === 0 || undefined}
          onClick={() => order.move(id, at - 1, 'up')}
        />
        <IconButton
          icon="down"
          label={t`Move ${name} down`}
          id={order.idOf(id, 'down')}
          aria-disabled={at === count - 1 || undefined}
          onClick={() => order.move(id, at + 1, 'down')}
        />
        <IconButton
          icon="close"
          label={t`Remove ${name}`}
          id={order.idOf(id, 'remove')}
          onClick={() => order.remove(id)}
        />
      </span>
    </li>
  )
}
