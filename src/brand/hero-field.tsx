import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PictureFacts } from '#src/asset/asset.shape.ts'
import { Picture } from '#src/ui/picture.tsx'
import { base64Of, PictureFile } from '#src/ui/picture-file.tsx'
import { type Focal, MIDDLE } from './brand.shape.ts'
import { FocalField, tenths } from './focal-field.tsx'

export interface Hero {
  /** A new picture: base64, made small enough for one call. */
  image?: string
  focal: Focal
}

/** The picture across the brand's page as it will be cropped, and what of it stays in view. */
export function HeroField(props: {
  current: PictureFacts | null
  value: Hero
  onChange: (hero: Hero) => void
}) {
  const { current, value, onChange } = props
  const { t } = useLingui()
  const [preview, setPreview] = useState<string>()

  function show(dataUrl: string) {
    setPreview(dataUrl)
    onChange({ image: base64Of(dataUrl), focal: MIDDLE })
  }

  return (
    <div className="grid gap-3">
      <div
        {...tenths(value.focal)}
        className="relative aspect-[3/1] overflow-hidden bg-well [&>.picture]:h-full"
      >
        {preview ? (
          <span className="picture">
            <img src={preview} alt="" className="picture-image" />
          </span>
        ) : (
          current && <Picture source={current} alt="" sizes="680px" />
        )}
      </div>
      {(preview ?? current) && (
        <FocalField value={value.focal} onChange={(focal) => onChange({ ...value, focal })}>
          {preview ? (
            <img src={preview} alt="" draggable={false} />
          ) : (
            <Picture source={current!} alt="" sizes="360px" shape="own" />
          )}
        </FocalField>
      )}
      <PictureFile
        optional
        id="hero"
        label={t`Picture across the page`}
        hint={t`JPEG, PNG, WebP or AVIF, best 2,560 pixels wide. Nothing is laid over it.`}
        onPicture={show}
      />
    </div>
  )
}
