import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { caseStatuses, decisions } from '#src/catalog/moderation/case.shared.ts'
import { reportedThings, reportReasons } from '#src/catalog/moderation/report.shared.ts'

const moderationCase = z.strictObject({
  id: z.uuid(),
  number: z.int(),
  status: z.enum(caseStatuses),
  of: z.enum(reportedThings),
  /** Names what is reported. */
  name: z.string(),
  /** The page of it; null for a message, which its two sides alone can open. */
  path: z.string().nullable(),
  /** The username of whose it is. */
  owner: z.string(),
  reports: z.int(),
  reasons: z.array(z.enum(reportReasons)),
  opened_at: z.iso.datetime(),
  /** When a decision is due, while one is. */
  due_at: z.iso.datetime(),
})
moderationCase.register(z.globalRegistry, { id: 'ModerationCase' })
export type ModerationCase = z.output<typeof moderationCase>

/** Names the parts of the list: what waits for a decision, what is hidden, and what is closed. */
export const casesShown = ['waiting', 'hidden', 'closed'] as const
export type CasesShown = (typeof casesShown)[number]

/**
 * Lists cases: those that wait, first the one that is due first; the others, newest first. `q` searches
 * names of what is reported and of its owners, and finds a case by its number.
 */
export const listCases = endpoint('GET', '/moderation_cases', {
  query: z.strictObject({
    ...paging,
    show: z.enum(casesShown).default('waiting'),
    q: z.string().trim().max(100).default(''),
  }),
  reply: page(moderationCase),
})

const entry = { at: z.iso.datetime(), by: z.string().nullable(), text: z.string() }

/** Returns a case with its reports, and what was decided and noted since, oldest first. */
export const getCase = endpoint('GET', '/moderation_cases/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: moderationCase.extend({
    reported: z.array(
      z.strictObject({
        ...entry, // by null: a guest
        id: z.uuid(),
        reason: z.enum(reportReasons),
        quoted: z.string().nullable(), // what a person had written, at that time
      }),
    ),
    history: z.array(z.strictObject({ ...entry, kind: z.enum([...decisions, 'appeal', 'note']) })),
  }),
})
export type CaseDetail = z.output<typeof getCase.reply>

/** Decides a case. Reporters and, unless it is dismissed, the owner get the reason. */
export const decideCase = endpoint('POST', '/moderation_cases/{id}/decisions', {
  body: z.strictObject({
    id: z.uuid(),
    decision: z.enum(decisions),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.strictObject({ id: z.uuid() }),
})

/** Adds a note to a case, which only administrators read. */
export const addCaseNote = endpoint('POST', '/moderation_cases/{id}/notes', {
  body: z.strictObject({ id: z.uuid(), text: z.string().trim().min(1).max(2_000) }),
  reply: z.strictObject({ id: z.uuid() }),
})
