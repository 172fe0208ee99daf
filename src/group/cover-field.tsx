import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PictureFacts } from '#src/asset/asset.shape.ts'
import { Field } from '#src/ui/field.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { shrinkPicture } from '#src/ui/shrink-picture.ts'

/** The picture across a group's page. Gives a new one as base64, small enough for one call. */
export function CoverField(props: {
  current: PictureFacts | null
  onPicture: (base64: string) => void
}) {
  const { current, onPicture } = props
  const { t } = useLingui()
  const [preview, setPreview] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  async function choose(file: File | undefined) {
    if (!file) return
    const dataUrl = await shrinkPicture(file).catch(() => undefined)
    setBroken(dataUrl === undefined)
    if (dataUrl === undefined) return
    setPreview(dataUrl)
    onPicture(dataUrl.slice(dataUrl.indexOf(',') + 1))
  }

  return (
    <div className="grid gap-3">
      <div className="relative aspect-[3/1] overflow-hidden bg-well [&>.picture]:h-full">
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          current && <Picture source={current} alt="" sizes="680px" />
        )}
      </div>
      <Field
        optional
        id="cover"
        label={t`Picture across the page`}
        hint={t`JPEG, PNG, WebP or AVIF, best 2,560 pixels wide. Nothing is laid over it.`}
        error={isBroken && <Trans>We could not read this picture. Choose another file.</Trans>}
      >
        {(wired) => (
          <input
            {...wired}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            className="file"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
    </div>
  )
}
