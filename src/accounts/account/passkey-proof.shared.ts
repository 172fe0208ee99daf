import { z } from 'zod'

/** Bytes as WebAuthn sends them in JSON: base64url without padding. */
export const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

/** The reply of a browser whose passkey has signed a challenge (WebAuthn, assertion). */
export const passkeyProof = z.strictObject({
  id: bytes(1_400), // 1,023 bytes
  client_data: bytes(4_000),
  authenticator_data: bytes(4_000),
  signature: bytes(4_000),
  user_handle: bytes(100).optional(),
})
export type PasskeyProof = z.output<typeof passkeyProof>

export const mailedCode = z.string().regex(/^\d{6}$/)

/** The fields that confirm a sensitive step: the mailed code, or the proof of the caller's passkey. */
export const confirmation = {
  code: mailedCode
    .optional()
    .describe(
      'A code that `POST /wallet/codes` mailed for the purpose of this call, or `passkey`.',
    ),
  passkey: passkeyProof.optional().describe('A proof for the purpose of this call, or `code`.'),
}
