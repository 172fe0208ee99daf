import { useLingui } from '@lingui/react/macro'
import { FocalField } from './focal-field.tsx'
import { type Focal, Picture, type PictureSource, tenths } from './picture.tsx'
import { base64Of, PictureFile } from './picture-file.tsx'

const MIDDLE: Focal = { x: 0.5, y: 0.5 }

/** The changes of a picture; a missing property keeps the old value. */
export interface PictureChange {
  /** A new picture as a data URL, made small enough for one call. */
  image?: string
  focal?: Focal
}

/** Converts a change to the input of an API call. */
export const toPictureInput = ({ image, focal }: PictureChange) => ({
  image: image && base64Of(image),
  focal,
})

const boxes = { wide: 'aspect-[3/1]', upright: 'aspect-[4/5] w-40' }

/**
 * A field for a picture and its focal point, shown as it will be cropped: `wide` across a page or
 * `upright` in a grid. A picture of `own` proportions is never cropped.
 */
export function PictureField(props: {
  id: string
  shape: 'wide' | 'upright' | 'own'
  optional?: boolean
  current: PictureSource | null
  value: PictureChange
  onChange: (change: PictureChange) => void
}) {
  const { id, shape, optional, current, value, onChange } = props
  const { t } = useLingui()
  const { image } = value
  const focal = value.focal ?? (image === undefined ? current?.focal : undefined) ?? MIDDLE
  const whole = wholeOf(image, current)
  const label = shape === 'wide' ? t`Header picture` : t`Replace the poster`
  const hint =
    shape === 'wide'
      ? t`JPEG, PNG, WebP or AVIF, ideally 2,560 pixels wide. Nothing covers the picture.`
      : t`JPEG, PNG, WebP or AVIF, ideally in portrait at 4:5.`
  return (
    <div className="grid gap-3">
      {shape === 'own' ? (
        <div className="w-40 max-w-full">{whole}</div>
      ) : (
        <div className={`relative overflow-hidden bg-well [&>.picture]:h-full ${boxes[shape]}`}>
          {image === undefined ? (
            current && <Picture source={{ ...current, focal }} alt="" sizes="680px" />
          ) : (
            <span className="picture" {...tenths(focal)}>
              <img src={image} alt="" className="picture-image" />
            </span>
          )}
        </div>
      )}
      {whole && shape !== 'own' && (
        <FocalField value={focal} onChange={(next) => onChange({ ...value, focal: next })}>
          {whole}
        </FocalField>
      )}
      <PictureFile
        id={id}
        optional={optional}
        label={label}
        hint={hint}
        onPicture={(dataUrl) => onChange({ image: dataUrl, focal: MIDDLE })}
      />
    </div>
  )
}

function wholeOf(image: string | undefined, current: PictureSource | null) {
  if (image !== undefined) return <img src={image} alt="" draggable={false} />
  return current && <Picture source={current} alt="" sizes="360px" shape="own" eager />
}
