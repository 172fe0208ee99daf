import { encode } from 'uqr'

const QUIET = 4 // white modules around the code (ISO/IEC 18004, 6.3.8)

/** Renders a QR code as one SVG path of horizontal runs, dark on white in every theme. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(runsOf).join('')} fill="#000" />
    </svg>
  )
}

function runsOf(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    const from = x
    while (row[x]) x++
    if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`
  }
  return path
}
