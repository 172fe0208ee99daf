import { z } from 'zod'

/** The point that every crop of a picture keeps: 0 is the left or top edge, 1 the opposite edge. */
export const focal = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type Focal = z.output<typeof focal>

/** A processed picture, stored as `{base}-{width}.avif|webp|jpg` and served below `/media/`. */
export const picture = z.strictObject({
  base: z.string(),
  widths: z.array(z.int()),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(), // base64
  focal: focal.optional(), // the centre by default
})
picture.register(z.globalRegistry, { id: 'Picture' })
export type PictureFacts = z.output<typeof picture>
