import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PictureFacts } from '#src/asset/asset.shape.ts'
import { Picture } from '#src/ui/picture.tsx'
import { base64Of, PictureFile } from '#src/ui/picture-file.tsx'

/** The picture across a group's page. Gives a new one as base64, small enough for one call. */
export function CoverField(props: {
  current: PictureFacts | null
  onPicture: (base64: string) => void
}) {
  const { current, onPicture } = props
  const { t } = useLingui()
  const [preview, setPreview] = useState<string>()

  function show(dataUrl: string) {
    setPreview(dataUrl)
    onPicture(base64Of(dataUrl))
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
      <PictureFile
        optional
        id="cover"
        label={t`Picture across the page`}
        hint={t`JPEG, PNG, WebP or AVIF, best 2,560 pixels wide. Nothing is laid over it.`}
        onPicture={show}
      />
    </div>
  )
}
