import { type DragEvent, useState } from 'react'

/**
 * Returns the event handlers of a drop target, and if a dragged object is over it. A target in a
 * form that is being sent takes nothing.
 */
export function useDropTarget(onDrop: (dropped: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(!isLocked(event))
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      if (!isLocked(event)) onDrop(event.dataTransfer)
    },
  }
  return { isOver, handlers }
}

const isLocked = ({ currentTarget }: DragEvent) =>
  currentTarget.closest('fieldset:disabled') !== null
