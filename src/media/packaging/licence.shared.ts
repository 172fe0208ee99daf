import { z } from 'zod'

const KID_CHARS = 22 // 16 bytes in base64url without padding
const kid = z.string().regex(new RegExp(`^[\\w-]{${KID_CHARS}}$`))

/** A W3C Clear Key licence request (Encrypted Media Extensions, 9.1.3). */
export const licenceRequest = z.strictObject({
  kids: z.array(kid).min(1).max(8),
  type: z.enum(['temporary', 'persistent-license']),
})
