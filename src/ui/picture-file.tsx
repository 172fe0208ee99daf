import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import { shrinkPicture } from './shrink-picture.ts'

/** A file field for a picture. Passes it on as a data URL, small enough for one API call. */
export function PictureFile(props: {
  id: string
  label: ReactNode
  hint: ReactNode
  optional?: boolean
  /** Gets `undefined` for a file that cannot be read: a picture chosen before it must not be sent. */
  onPicture: (dataUrl: string | undefined) => void
}) {
  const { onPicture, ...field } = props
  const [isBroken, setBroken] = useState(false)

  async function choose(file: File | undefined) {
    if (!file) return
    const dataUrl = await shrinkPicture(file).catch(() => undefined)
    setBroken(dataUrl === undefined)
    onPicture(dataUrl)
  }

  return (
    <Field
      {...field}
      error={isBroken && <Trans>We could not read this picture. Choose another file.</Trans>}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="file"
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  )
}

/** Returns the base64 part of a data URL. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(',') + 1)
