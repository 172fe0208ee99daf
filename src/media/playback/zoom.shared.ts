/** How a picture is shown: its magnification, and how far its centre is moved, in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}
export interface Point {
  x: number
  y: number
}
/** The size of the picture at its smallest. */
export interface Size {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const SCALE_MAX = 8

/** Magnifies a picture around a point, measured from its centre, which stays where it is. */
export function zoomed(view: View, factor: number, at: Point, size: Size): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  const from = (point: number, centre: number) => point - (point - centre) * ratio
  return within({ scale, x: from(at.x, view.x), y: from(at.y, view.y) }, size)
}

/** Moves a picture; it never leaves its frame. */
export const panned = ({ scale, x, y }: View, by: Point, size: Size): View =>
  within({ scale, x: x + by.x, y: y + by.y }, size)

function within({ scale, x, y }: View, { width, height }: Size): View {
  const limit = (value: number, length: number) => {
    const most = ((scale - 1) * length) / 2
    return Math.min(most, Math.max(-most, value)) + 0 // never −0
  }
  return { scale, x: limit(x, width), y: limit(y, height) }
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
