import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { shrinkPicture } from './shrink-picture.ts'

/** Says what a chosen file lacks to be a picture. The form must not be saved meanwhile. */
export interface FileState {
  /** True while the file is made small enough, which takes some seconds on a phone. */
  isReading?: boolean
  isUnreadable?: boolean
}

/**
 * A file field for a picture. Passes it on as a data URL, small enough for one API call. Tells before that
 * the file is being read, because a picture chosen before it must not be sent.
 */
export function PictureFile(props: {
  id: string
  label: ReactNode
  hint: ReactNode
  optional?: boolean
  state: FileState
  onRead: (read: FileState & { image?: string }) => void
}) {
  const { state, hint, onRead, ...field } = props
  const { isReading, isUnreadable } = state

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file) return onRead({})
    onRead({ isReading: true })
    const read = await shrinkPicture(file).then(
      (image) => ({ image }),
      () => ({ isUnreadable: true }),
    )
    if (input.files?.[0] === file) onRead(read) // by now the field may have another file, or none
  }

  return (
    <Field
      {...field}
      hint={
        <>
          {hint}
          <output className="block text-ink">
            {isReading && <Trans>Reading the picture. You can save once it is shown.</Trans>}
          </output>
        </>
      }
      error={isUnreadable && <UnreadablePicture />}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="file"
          onChange={(event) => void choose(event.currentTarget)}
        />
      )}
    </Field>
  )
}

export const UnreadablePicture = () => (
  <Trans>We could not read this picture. Choose another file.</Trans>
)

/** Returns the base64 part of a data URL. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(',') + 1)
