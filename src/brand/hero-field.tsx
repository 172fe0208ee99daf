import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PictureFacts } from '#src/asset/asset.shape.ts'
import { Field } from '#src/ui/field.tsx'
import { Picture } from '#src/ui/picture.tsx'

const WIDTH_MAX = 2_560
const BYTES_MAX = 700_000
const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4]

/** The picture across the brand's page. Gives it as base64, made small enough for one call. */
export function HeroField(props: {
  current: PictureFacts | null
  onPicture: (base64: string) => void
}) {
  const { current, onPicture } = props
  const { t } = useLingui()
  const [preview, setPreview] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  async function choose(file: File | undefined) {
    if (!file) return
    const dataUrl = await shrink(file).catch(() => undefined)
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
        id="hero"
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

/** Draws a picture again at most so wide, with less quality until it is small enough. */
async function shrink(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, WIDTH_MAX / picture.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const dataUrl = canvas.toDataURL('image/jpeg', quality)
    if (dataUrl.length * 0.75 < BYTES_MAX) return dataUrl
  }
  throw new RangeError('too large')
}
