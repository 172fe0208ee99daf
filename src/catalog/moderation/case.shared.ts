import { z } from 'zod'
import type { Transitions } from '#core/database/transitions.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { reportedThings } from './report.shared.ts'

/** The states of a case. */
export const caseStatuses = ['open', 'dismissed', 'hidden', 'appealed', 'restored'] as const
export type CaseStatus = (typeof caseStatuses)[number]

// oxfmt-ignore
export const caseTransitions = {
  table: 'moderation_case',
  steps: [
    // from      action      to           by
    ['new',      'report',   'open',      'reporter'],
    ['open',     'dismiss',  'dismissed', 'admin'],
    ['open',     'hide',     'hidden',    'admin'],
    ['hidden',   'appeal',   'appealed',  'owner'],
    ['appealed', 'uphold',   'hidden',    'admin'],
    ['hidden',   'restore',  'restored',  'admin'],
    ['appealed', 'restore',  'restored',  'admin'],
  ],
} as const satisfies Transitions

/** Lists what an administrator decides: `hide` after a report, `uphold` or `restore` after an appeal. */
export const decisions = ['dismiss', 'hide', 'uphold', 'restore'] as const
export type Decision = (typeof decisions)[number]

export const APPEAL_MAX = 4_000

const hiding = z.strictObject({
  /** The id of the case. */
  id: z.uuid(),
  number: z.int(),
  /** Tells what is hidden: for a title, it may be its whole brand. */
  of: z.enum(reportedThings),
  since: z.iso.datetime(),
  /** Explains the newest decision. */
  reason: z.string(),
  /** Quotes the text that is hidden; null for titles and brands. */
  quoted: z.string().nullable(),
  /** The owner's appeal, of which there is one at most. */
  appeal: z.string().nullable(),
  appealed_at: z.iso.datetime().nullable(),
  /** True until an administrator has answered the appeal. */
  is_waiting: z.boolean(),
})
hiding.register(z.globalRegistry, { id: 'Hiding' })
export type Hiding = z.output<typeof hiding>

/** Names what a person asks about: themselves by their id, a message by that of its row. */
export const hidingQuery = z.strictObject({ id: z.uuid(), of: z.enum(reportedThings) })

/** Returns why something of the caller's is hidden; null if it is not. A person or a message is named by its id. */
export const getHiding = endpoint('GET', '/hidings/{id}', {
  query: hidingQuery,
  reply: z.strictObject({ hiding: hiding.nullable() }),
})

/** Appeals against a hiding, once. The case is decided again. */
export const createAppeal = endpoint('POST', '/moderation_cases/{id}/appeals', {
  body: z.strictObject({ id: z.uuid(), text: z.string().trim().min(1).max(APPEAL_MAX) }),
  reply: z.strictObject({ id: z.uuid() }),
})
