import { type ReactNode, useEffect, useRef } from 'react'
import { canPick, droppedFiles, pickFiles } from '#src/studio/file-transfer/file-handles.tsx'
import { useDropTarget } from '#src/ui/drop-target.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** A place for a file: press it to choose one, or drop one on it. */
export function FileSlot(props: {
  label: ReactNode
  hint: ReactNode
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}) {
  const { label, hint, accept, multiple, onFiles } = props
  const { isOver, dropping } = useDropTarget((dropped) => onFiles(droppedFiles(dropped)))
  return (
    <li className="border-t border-line px-5 py-4 sm:px-6">
      <label
        {...dropping}
        data-over={isOver || undefined}
        className="flex min-h-16 items-center gap-4 rounded-sm border border-dashed border-line-2 px-4 py-3 hover:bg-well has-focus-visible:outline-3 has-focus-visible:outline-focus data-over:border-solid data-over:border-ink data-over:bg-well"
      >
        <Icon name="upload" />
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="block text-small text-ink-2">{hint}</span>
        </span>
        <input
          type="file"
          accept={accept}
          multiple={multiple}
          className="sr-only"
          onClick={(event) => {
            const { currentTarget: input } = event
            if (!canPick()) return
            event.preventDefault()
            void pickFiles(accept, multiple).then((files) =>
              files ? onFiles(files) : input.click(),
            )
          }}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            currentTarget.value = '' // so that the same file can be chosen again
          }}
        />
      </label>
    </li>
  )
}

/** Takes files that are dropped beside the places for them; the browser would open them instead. */
export function useStrayDrop(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const allow = (event: globalThis.DragEvent) => event.preventDefault()
    const take = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      latest.current(event.dataTransfer ? droppedFiles(event.dataTransfer) : [])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', take)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', take)
    }
  }, [])
}
