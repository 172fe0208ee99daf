import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'

/** Names why something is reported. */
export const reportReasons = ['rights', 'illegal', 'minors', 'violence', 'fraud', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const REPORT_TEXT_MAX = 2_000

/** Names the messages that can be reported, by the tables that hold them. */
export const messageKinds = ['trade_offer', 'gift', 'loan', 'screening_message'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Names what can be reported. */
export const reportedThings = ['title', 'brand', 'person', ...messageKinds] as const
export type ReportedThing = (typeof reportedThings)[number]
export interface Reported {
  of: ReportedThing
  /**
   * The kid of a title, the id of a brand or a message, or the username of a person. The message of a gift
   * or a loan is also named by the token of its link.
   */
  id: string
}

/** Names what people call a thing: messages of every kind have the same words. */
export type ThingWord = Exclude<ReportedThing, MessageKind> | 'message'
export const wordOf = (of: ReportedThing): ThingWord =>
  of === 'title' || of === 'brand' || of === 'person' ? of : 'message'

/** The page on which a person reads why something of theirs is hidden that has no page of its own. */
export const hidingPath = (of: ReportedThing, id: string) => `/account/hidden/${of}/${id}`

/**
 * Reports a title, a brand, a person with a public shelf, or a message that the caller received, to the
 * administrators. Returns the number of its case. Guests may give an address for the answer. A repeat by
 * the same person while the case runs changes nothing.
 */
export const createReport = endpoint('POST', '/reports', {
  body: z.strictObject({
    of: z.enum(reportedThings),
    id: z.string().max(64), // as `Reported` says
    reason: z.enum(reportReasons),
    text: z.string().trim().min(1).max(REPORT_TEXT_MAX),
    email: email.optional(),
    lang: language.optional(),
  }),
  reply: z.strictObject({ number: z.int() }),
})
