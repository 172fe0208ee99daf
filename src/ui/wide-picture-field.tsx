import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FocalField } from './focal-field.tsx'
import { type Focal, Picture, type PictureSource, tenths } from './picture.tsx'
import { base64Of, PictureFile } from './picture-file.tsx'

const MIDDLE: Focal = { x: 0.5, y: 0.5 }

/** What a person changed of a picture; nothing said leaves it as it is. */
export interface PictureChange {
  /** A new picture: base64, made small enough for one call. */
  image?: string
  focal?: Focal
}

/** The picture across a page as it will be cropped, and what of it stays in view. */
export function WidePictureField(props: {
  id: string
  current: PictureSource | null
  value: PictureChange
  onChange: (change: PictureChange) => void
}) {
  const { id, current, value, onChange } = props
  const { t } = useLingui()
  const [preview, setPreview] = useState<string>()
  const focal = value.focal ?? (preview ? MIDDLE : (current?.focal ?? MIDDLE))

  function show(dataUrl: string) {
    setPreview(dataUrl)
    onChange({ image: base64Of(dataUrl), focal: MIDDLE })
  }

  return (
    <div className="grid gap-3">
      <div className="relative aspect-[3/1] overflow-hidden bg-well [&>.picture]:h-full">
        {preview ? (
          <span className="picture" {...tenths(focal)}>
            <img src={preview} alt="" className="picture-image" />
          </span>
        ) : (
          current && <Picture source={{ ...current, focal }} alt="" sizes="680px" />
        )}
      </div>
      {(preview ?? current) && (
        <FocalField value={focal} onChange={(next) => onChange({ ...value, focal: next })}>
          {preview ? (
            <img src={preview} alt="" draggable={false} />
          ) : (
            <Picture source={current!} alt="" sizes="360px" shape="own" />
          )}
        </FocalField>
      )}
      <PictureFile
        optional
        id={id}
        label={t`Picture across the page`}
        hint={t`JPEG, PNG, WebP or AVIF, best 2,560 pixels wide. Nothing is laid over it.`}
        onPicture={show}
      />
    </div>
  )
}
