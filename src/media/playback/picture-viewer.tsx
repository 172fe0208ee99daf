import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { useFullscreen } from './fullscreen.tsx'
import {
  distance,
  middle,
  panned,
  type Point,
  SCALE_MAX,
  type Size,
  type View,
  WHOLE,
  zoomed,
} from './zoom.shared.ts'

const STEP = 1.5
const DOUBLE = 2.5
const ARROW_PIXELS = 80
const WHEEL_PIXELS = 400 // for twice the size
const CENTRE: Point = { x: 0, y: 0 }

/**
 * Shows a picture that can be magnified and moved: by wheel, two fingers, a double tap, keys or
 * buttons.
 */
export function PictureViewer({ url, title }: { url: string; title: string }) {
  const { t } = useLingui()
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(WHOLE)
  useEffect(() => {
    const { scale, x, y } = view
    if (image.current) image.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }, [view])
  const zoom = (factor: number, at = CENTRE) =>
    setView((before) => zoomed(before, factor, at, sizeOf(image.current)))
  const pan = (by: Point) => setView((before) => panned(before, by, sizeOf(image.current)))
  const reset = () => setView(WHOLE)
  const fullscreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen())
  useViewKeys({ view, zoom, pan, reset, fullscreen })
  useFingers(stage, { view, zoom, pan })
  const isFull = useFullscreen()
  const percent = Math.round(view.scale * 100)
  return (
    <section
      ref={setStage}
      className="viewer cinema"
      data-zoomed={view.scale > 1 ? '' : undefined}
      aria-label={t`Picture: ${title}`}
    >
      <img ref={image} src={url} alt={title} draggable={false} />
      <div className="viewer-bar" dir="ltr">
        <IconButton
          icon="minus"
          label={t`Zoom out (−)`}
          aria-disabled={view.scale === 1}
          onClick={() => zoom(1 / STEP)}
        />
        <output className="viewer-scale">{percent}%</output>
        <IconButton
          icon="plus"
          label={t`Zoom in (+)`}
          aria-disabled={view.scale === SCALE_MAX}
          onClick={() => zoom(STEP)}
        />
        <button
          type="button"
          className="viewer-reset"
          aria-disabled={view.scale === 1}
          title={t`Show all (0)`}
          onClick={reset}
        >
          <Trans>Show all</Trans>
        </button>
        {stage && document.fullscreenEnabled && (
          <IconButton
            icon={isFull ? rareIcons.smaller : rareIcons.larger}
            label={isFull ? t`Exit full screen (F)` : t`Full screen (F)`}
            onClick={fullscreen}
          />
        )}
      </div>
    </section>
  )
}

const sizeOf = (image: HTMLImageElement | null): Size => ({
  width: image?.offsetWidth ?? 0,
  height: image?.offsetHeight ?? 0,
})

interface Moves {
  view: View
  zoom: (factor: number, at?: Point) => void
  pan: (by: Point) => void
}

const ARROWS = new Map(
  Object.entries({
    ArrowLeft: { x: ARROW_PIXELS, y: 0 },
    ArrowRight: { x: -ARROW_PIXELS, y: 0 },
    ArrowUp: { x: 0, y: ARROW_PIXELS },
    ArrowDown: { x: 0, y: -ARROW_PIXELS },
  }),
)

/** Obeys keys on the whole page. Arrows scroll the page until the picture is magnified. */
function useViewKeys(moves: Moves & { reset: () => void; fullscreen: () => void }) {
  const obey = useEffectEvent((event: KeyboardEvent) => {
    const { view, zoom, pan, reset, fullscreen } = moves
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest('input, select, textarea, [role=dialog]'))
      return
    const arrow = ARROWS.get(key)
    if (key === '+' || key === '=') zoom(STEP)
    else if (key === '-') zoom(1 / STEP)
    else if (key === '0') reset()
    else if (key === 'f') fullscreen()
    else if (arrow && view.scale > 1) pan(arrow)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => obey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Obeys wheel, mouse and fingers. The page scrolls on where the picture cannot become smaller. */
function useFingers(stage: HTMLElement | null, moves: Moves) {
  const fingers = useRef(new Map<number, Point>())
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.deltaY > 0 && moves.view.scale === 1 && !event.ctrlKey) return
    event.preventDefault()
    moves.zoom(2 ** (-event.deltaY / WHEEL_PIXELS), fromCentre(event))
  })
  const onDouble = useEffectEvent((event: MouseEvent) => {
    if (isOfBar(event)) return
    moves.zoom(moves.view.scale > 1 ? 1 / SCALE_MAX : DOUBLE, fromCentre(event))
  })
  const onDown = useEffectEvent((event: PointerEvent) => {
    if (isOfBar(event)) return
    fingers.current.set(event.pointerId, fromCentre(event))
    if (moves.view.scale > 1) stage?.setPointerCapture(event.pointerId)
  })
  const onMove = useEffectEvent((event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = fromCentre(event)
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId)
    if (other) {
      moves.zoom(distance(now, other[1]) / distance(before, other[1]), middle(now, other[1]))
      moves.pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
    } else moves.pan({ x: now.x - before.x, y: now.y - before.y })
    fingers.current.set(event.pointerId, now)
  })
  useEffect(() => {
    if (!stage) return undefined
    const held = fingers.current
    const over = new AbortController()
    const { signal } = over
    stage.addEventListener('wheel', (event) => onWheel(event), { passive: false, signal })
    stage.addEventListener('dblclick', (event) => onDouble(event), { signal })
    stage.addEventListener('pointerdown', (event) => onDown(event), { signal })
    stage.addEventListener('pointermove', (event) => onMove(event), { signal })
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      stage.addEventListener(end, ({ pointerId }) => held.delete(pointerId), { signal })
    return () => over.abort()
  }, [stage])
}

const isOfBar = ({ target }: Event) =>
  target instanceof Element && target.closest('.viewer-bar') !== null

/** Returns where an event happened, measured from the centre of the stage. */
function fromCentre({ clientX, clientY, currentTarget }: MouseEvent): Point {
  const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
