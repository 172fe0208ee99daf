import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { verifications } from '#src/catalog/brand/verification.shared.ts'

/** Names the parts of the list: what waits for an answer, and the brands with a badge. */
export const verificationsShown = ['waiting', 'verified'] as const

const verificationRequest = z.strictObject({
  brand_id: z.uuid(),
  name: z.string(),
  path: z.string(),
  /** The username of its creator. */
  creator: z.string(),
  titles_count: z.int(),
  evidence: z.string(),
  asked_at: z.iso.datetime(),
  verified_at: z.iso.datetime().nullable(),
})
verificationRequest.register(z.globalRegistry, { id: 'VerificationRequest' })
export type VerificationRequest = z.output<typeof verificationRequest>

/** Lists requests for badges, the oldest first; or verified brands with their last request. */
export const listVerifications = endpoint('GET', '/brand_verifications', {
  query: z.strictObject({ ...paging, show: z.enum(verificationsShown).default('waiting') }),
  reply: page(verificationRequest),
})

/** Grants or refuses the badge of a brand, or takes it back. Its creator reads the reason. */
export const decideVerification = endpoint('POST', '/brand_verifications/{id}/decisions', {
  body: z.strictObject({
    id: z.uuid(), // of the brand
    decision: z.enum(verifications),
    /** The name that was checked; `changed_elsewhere` if the brand has another one by now. */
    name: z.string().min(1).max(80),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ id: z.uuid() }),
})
