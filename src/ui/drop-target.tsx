import { type DragEvent, useState } from 'react'

/** What an element needs to take what is dropped on it, and whether something is held over it. */
export function useDropTarget(onDrop: (dropped: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  const dropping = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer)
    },
  }
  return { isOver, dropping }
}
