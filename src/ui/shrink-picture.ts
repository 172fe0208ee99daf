const WIDTH_MAX = 2_560 // pixels
const BYTES_MAX = 700_000 // the most that fits into one API call as base64
const PAPER = '#f1f1ed' // as behind the JPEGs that the server makes
const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4]

/**
 * Redraws a picture as a JPEG small enough for one API call, lowering the quality as needed, and
 * returns it as a data URL. Throws if the browser cannot read it or it stays too large.
 */
export async function shrinkPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, WIDTH_MAX / picture.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')!
  context.fillStyle = PAPER // a JPEG has no transparency: what is clear would become black
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const dataUrl = canvas.toDataURL('image/jpeg', quality)
    if (dataUrl.length * 0.75 < BYTES_MAX) return dataUrl
  }
  throw new RangeError('too large')
}
