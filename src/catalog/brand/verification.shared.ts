import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

export const EVIDENCE_MAX = 2_000

/** Lists what an administrator decides about the badge of a brand. */
export const verifications = ['grant', 'refuse', 'withdraw'] as const
export type Verification = (typeof verifications)[number]

/** Returns what became of the badge of one's own brand. */
export const getVerification = endpoint('GET', '/brands/{id}/verification', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    verified_at: z.iso.datetime().nullable(),
    /** When the request that waits for an answer was sent. */
    asked_at: z.iso.datetime().nullable(),
    /** The newest decision; null before the first. */
    decided: z
      .strictObject({
        decision: z.enum(verifications),
        reason: z.string(),
        at: z.iso.datetime(),
      })
      .nullable(),
  }),
})

/** Asks for the badge of one's own brand, with what shows that the name is the creator's. */
export const askVerification = endpoint('POST', '/brands/{id}/verifications', {
  body: z.strictObject({ id: z.uuid(), evidence: z.string().trim().min(1).max(EVIDENCE_MAX) }),
  reply: z.strictObject({ id: z.uuid() }),
})
