import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { FocalField } from './focal-field.tsx'
import { type Focal, Picture, type PictureSource, tenths } from './picture.tsx'
import { base64Of, type FileState, PictureFile } from './picture-file.tsx'

const MIDDLE: Focal = { x: 0.5, y: 0.5 }

/** The changes of a picture; a missing property keeps the old value. */
export interface PictureChange extends FileState {
  /** A new picture as a data URL, made small enough for one call; null to remove the picture. */
  image?: string | null
  focal?: Focal
}

/** Tells if a file was chosen that is not read, or not yet. */
export const isPictureMissing = ({ isReading, isUnreadable }: PictureChange) =>
  isReading === true || isUnreadable === true

export const isPictureChanged = (change: PictureChange) =>
  change.image !== undefined || change.focal !== undefined || isPictureMissing(change)

/** Converts a change to the input of an API call. */
export const toPictureInput = ({ image, focal }: PictureChange) => ({
  image: image && base64Of(image),
  focal,
})

const boxes = { wide: 'aspect-[3/1]', upright: 'aspect-[4/5] w-40' }

/**
 * A field for a picture and its focal point, shown as it will be cropped: `wide` across a page or
 * `upright` in a grid. A picture of `own` proportions is never cropped. A wide one can be removed.
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
          {image === undefined && current && (
            <Picture source={{ ...current, focal }} alt="" sizes="680px" />
          )}
          {image && (
            <span className="picture" {...tenths(focal)}>
              <img src={image} alt="" className="picture-image" />
            </span>
          )}
        </div>
      )}
      {shape === 'wide' && (current || isPictureChanged(value)) && (
        <RemoveButton id={id} current={current} value={value} onChange={onChange} />
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
        state={value}
        onRead={(read) => onChange(read.image ? { ...read, focal: MIDDLE } : read)}
      />
    </div>
  )
}

/** Removes the picture once the form is saved, or takes back the change. A new file goes at once. */
function RemoveButton(props: {
  id: string
  current: PictureSource | null
  value: PictureChange
  onChange: (change: PictureChange) => void
}) {
  const { id, current, value, onChange } = props
  const isRemoved = value.image === null
  const keeps = current !== null && (isRemoved || value.isUnreadable === true)
  function press() {
    const input = document.getElementById(id) as HTMLInputElement
    input.value = '' // so that the same file can be chosen again
    onChange(current && !keeps ? { image: null } : {})
    if (!current) input.focus() // the button goes
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button small onClick={press}>
        {keeps ? <Trans>Keep the picture</Trans> : <Trans>Remove the picture</Trans>}
      </Button>
      <output className="text-small text-ink-2">
        {isRemoved && <Trans>The picture is removed when you save.</Trans>}
      </output>
    </div>
  )
}

function wholeOf(image: string | null | undefined, current: PictureSource | null) {
  if (image === null) return null
  if (image !== undefined) return <img src={image} alt="" draggable={false} />
  return current && <Picture source={current} alt="" sizes="360px" shape="own" eager />
}
