import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'

/** Names why something is reported. */
export const reportReasons = ['rights', 'illegal', 'minors', 'violence', 'fraud', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const REPORT_TEXT_MAX = 2_000

/** Names what can be reported. */
export const reportedThings = ['title', 'brand'] as const
export interface Reported {
  of: (typeof reportedThings)[number]
  /** The kid of a title, or the id of a brand. */
  id: string
}

/**
 * Reports a title or a brand to the administrators. Returns the number of its case. Guests may give an
 * address for the answer. A repeat by the same person while the case runs changes nothing.
 */
export const createReport = endpoint('POST', '/reports', {
  body: z.strictObject({
    of: z.enum(reportedThings),
    id: z.uuid(),
    reason: z.enum(reportReasons),
    text: z.string().trim().min(1).max(REPORT_TEXT_MAX),
    email: email.optional(),
    lang: language.optional(),
  }),
  reply: z.strictObject({ number: z.int() }),
})
