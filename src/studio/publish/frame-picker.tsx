import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'

const START = 0.1 // of the film, as many films begin in black
const STEPS = 1_000 // of the slider
const FRAME_SECONDS = 1 / 25
const QUALITY = 0.92

/**
 * Offers a frame of a chosen film as its poster, drawn by the browser from the file before any upload.
 * Says so if the browser cannot play the film.
 */
export function FramePicker({ film, onFrame }: { film: File; onFrame: (frame: File) => void }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState<number>()
  const [at, setAt] = useState(0)
  const [isUnreadable, setUnreadable] = useState(false)
  const [isDrawing, setDrawing] = useState(false)
  useEffect(() => {
    const address = URL.createObjectURL(film)
    video.current!.src = address
    return () => URL.revokeObjectURL(address)
  }, [film])
  const seek = (to: number) => {
    const time = Math.min(Math.max(to, 0), length ?? to)
    setAt(time)
    if (video.current) video.current.currentTime = time
  }
  function begin(element: HTMLVideoElement) {
    if (element.videoWidth === 0 || !Number.isFinite(element.duration)) return setUnreadable(true)
    setLength(element.duration)
    seek(element.duration * START)
  }
  async function take() {
    setDrawing(true)
    const frame = await drawFrame(video.current!).catch(() => undefined)
    setDrawing(false)
    if (frame) onFrame(frame)
    else setUnreadable(true)
  }
  if (isUnreadable)
    return (
      <p className="text-small text-ink-2">
        <Trans>
          This browser cannot play this film. Choose a picture, or we will use a frame from the
          film.
        </Trans>
      </p>
    )
  return (
    <div className="grid gap-3">
      <video
        ref={video}
        muted
        playsInline
        preload="auto"
        aria-hidden
        className="max-h-72 w-full bg-well object-contain"
        onLoadedMetadata={(event) => begin(event.currentTarget)}
        onError={() => setUnreadable(true)}
      />
      <Slider
        label={t`Poster from the film`}
        min={0}
        max={length ?? 1}
        step={(length ?? 1) / STEPS}
        value={at}
        disabled={length === undefined}
        aria-valuetext={timeOf(at)}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <IconButton
          icon="back"
          label={t`Previous frame`}
          onClick={() => seek(at - FRAME_SECONDS)}
        />
        <span className="amount text-small">{timeOf(at)}</span>
        <IconButton icon="forward" label={t`Next frame`} onClick={() => seek(at + FRAME_SECONDS)} />
        <Button
          small
          className="ms-auto"
          busy={isDrawing}
          disabled={length === undefined}
          onClick={() => void take()}
        >
          <Trans>Use this frame</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Formats a time to the hundredth of a second, so that each step of a frame shows: `1:23.04`. */
const timeOf = (seconds: number) =>
  `${clockTime(seconds)}.${String(Math.floor((seconds % 1) * 100)).padStart(2, '0')}`

/** Draws the frame at which a video stands as a JPEG file. Throws if the browser cannot. */
async function drawFrame(video: HTMLVideoElement): Promise<File> {
  if (video.seeking)
    await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')!.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })
  if (!blob) throw new TypeError('the frame cannot be encoded')
  return new File([blob], `frame-${video.currentTime.toFixed(2)}s.jpg`, { type: blob.type })
}
