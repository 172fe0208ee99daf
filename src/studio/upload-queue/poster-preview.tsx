import { useEffect, useState } from 'react'
import { nearestObi, type Obi } from '#src/platform/pictures/media.shared.ts'

const WIDTH = 480

export interface PosterPreview {
  /** A small version as a data URL; the content security policy forbids `blob:` addresses. */
  dataUrl: string
  /** The obi colour suggested until the creator chooses one. */
  obi: Obi
}

/** Returns a small version of a chosen picture; undefined if there is none or the browser cannot draw it. */
export function usePosterPreview(file: File | undefined): PosterPreview | undefined {
  const [drawn, setDrawn] = useState<{ file: File; preview: PosterPreview }>()
  useEffect(() => {
    let isCurrent = true
    if (file)
      draw(file).then(
        (preview) => isCurrent && setDrawn({ file, preview }),
        () => {}, // for example a TIFF, which only the server can read
      )
    return () => {
      isCurrent = false
    }
  }, [file])
  return drawn && drawn.file === file ? drawn.preview : undefined
}

async function draw(file: File): Promise<PosterPreview> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(WIDTH, picture.width)
  canvas.height = Math.round((picture.height * canvas.width) / picture.width)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return { dataUrl: canvas.toDataURL('image/jpeg', 0.85), obi: nearestObi(average(canvas)) }
}

/** Returns the average colour by drawing the picture onto one pixel. */
function average(canvas: HTMLCanvasElement): [number, number, number] {
  const one = document.createElement('canvas')
  one.width = one.height = 1
  const context = one.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
