import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { type Focal, tenths } from './picture.tsx'
import { Slider } from './slider.tsx'

const STEP = 0.1 // the style sheet crops in tenths

/**
 * Sets the focal point of a picture, which every crop keeps: by clicking on it, or by two sliders.
 */
export function FocalField(props: {
  value: Focal
  onChange: (focal: Focal) => void
  /** The uncropped picture. */
  children: ReactNode
}) {
  const { value, onChange, children } = props
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-2">
        <Trans>Select the part to keep in view when the picture is cropped.</Trans>
      </p>
      <div
        className="focal"
        {...tenths(value)}
        onPointerDown={(event) => {
          const { currentTarget: picture } = event
          if (!picture.closest('fieldset:disabled')) onChange(pointOf(picture, event))
        }}
      >
        {children}
        <span aria-hidden className="focal-point" />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Slider
          id="focal-x"
          label={t`From the left`}
          {...range(value.x)}
          onChange={({ target }) => onChange({ ...value, x: Number(target.value) })}
        />
        <Slider
          id="focal-y"
          label={t`From the top`}
          {...range(value.y)}
          onChange={({ target }) => onChange({ ...value, y: Number(target.value) })}
        />
      </div>
    </div>
  )
}

const range = (value: number): ComponentProps<'input'> => {
  const percent = Math.round(value * 100)
  return { min: 0, max: 1, step: STEP, value, 'aria-valuetext': `${percent} %` }
}

function pointOf(picture: Element, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = picture.getBoundingClientRect()
  return { x: toTenth((clientX - left) / width), y: toTenth((clientY - top) / height) }
}

const toTenth = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 10) / 10
