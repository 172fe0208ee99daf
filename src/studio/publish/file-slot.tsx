import { type ReactNode, useEffect, useId, useRef } from 'react'
import { canPick, droppedFiles, pickFiles } from '#src/studio/file-transfer/file-handles.tsx'
import { useDropTarget } from '#src/ui/drop-target.tsx'
import { FieldError } from '#src/ui/field-error.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { takeFocus } from '#src/ui/take-focus.tsx'

/** A field to choose files by click or drop. */
export function FileSlot(props: {
  /** The target of links in an `ErrorSummary`. */
  id?: string
  label: ReactNode
  hint: ReactNode
  accept: string
  multiple?: boolean
  /** Takes the focus as it appears. */
  hasFocus?: boolean
  error?: ReactNode
  onFiles: (files: File[]) => void
}) {
  const { id, label, hint, accept, multiple, hasFocus, error, onFiles } = props
  const errorId = useId()
  const { isOver, handlers } = useDropTarget((dropped) => onFiles(droppedFiles(dropped)))
  return (
    <li className="grid gap-2 border-t border-line px-5 py-4 sm:px-6">
      <label
        {...handlers}
        data-over={isOver || undefined}
        data-fault={error ? '' : undefined}
        className="flex min-h-16 items-center gap-4 rounded-sm border border-dashed border-line-2 px-4 py-3 hover:bg-well has-focus-visible:outline-3 has-focus-visible:outline-focus data-over:border-solid data-over:border-ink data-over:bg-well data-fault:border-bad"
      >
        <Icon name={rareIcons.upload} />
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="block text-small text-ink-2">{hint}</span>
        </span>
        <input
          id={id}
          type="file"
          aria-describedby={error ? errorId : undefined}
          accept={accept}
          multiple={multiple}
          ref={hasFocus ? takeFocus : undefined}
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
      {error && <FieldError id={errorId} error={error} />}
    </li>
  )
}

/** Handles files dropped outside the fields, which the browser would otherwise open. */
export function useStrayDrop(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const allow = (event: globalThis.DragEvent) => event.preventDefault()
    const receive = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      latest.current(event.dataTransfer ? droppedFiles(event.dataTransfer) : [])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', receive)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', receive)
    }
  }, [])
}
