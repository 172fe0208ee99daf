import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'

/** Names why something is reported. */
export const reportReasons = ['rights', 'illegal', 'minors', 'violence', 'fraud', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const REPORT_TEXT_MAX = 2_000

/** Names what can be reported. */
export const reportedThings = ['title', 'brand', 'person'] as const
export type ReportedThing = (typeof reportedThings)[number]
export interface Reported {
  of: ReportedThing
  /** The kid of a title, the id of a brand, or the username of a person. */
  id: string
}

/** The page on which a person reads why something of theirs is hidden that has no page of its own. */
export const hidingPath = (of: ReportedThing, id: string) => `/account/hidden/${of}/${id}`

/**
 * Reports a title, a brand or a person with a public shelf to the administrators. Returns the number of its case. Guests may give an
 * address for the answer. A repeat by the same person while the case runs changes nothing.
 */
export const createReport = endpoint('POST', '/reports', {
  body: z.strictObject({
    of: z.enum(reportedThings),
    id: z.string().max(40), // the kid of a title, the id of a brand, the username of a person
    reason: z.enum(reportReasons),
    text: z.string().trim().min(1).max(REPORT_TEXT_MAX),
    email: email.optional(),
    lang: language.optional(),
  }),
  reply: z.strictObject({ number: z.int() }),
})
