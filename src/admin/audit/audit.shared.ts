import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

export const auditActions = [
  'role',
  'settings',
  'payouts',
  'payout_file',
  'withholding',
  'suspension',
  'deletion',
  'moderation',
  'verification',
  'campaign',
  'recovery',
  'point_coupons',
] as const
export type AuditAction = (typeof auditActions)[number]

const auditEntry = z.strictObject({
  id: z.int(), // without a gap, from 1
  at: z.iso.datetime(),
  /** The username of the administrator; null for the operator, outside the app. */
  by: z.string().nullable(),
  action: z.enum(auditActions),
  /** The username of the person whom it concerns; null if it concerns no single person. */
  about: z.string().nullable(),
  reason: z.string().nullable(),
  /** The recorded fields, which depend on the action. */
  facts: z.record(z.string(), z.json()),
  /** SHA-256 over the hash of the entry before and this entry, in hexadecimal. */
  hash: z.string(),
})
auditEntry.register(z.globalRegistry, { id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

/**
 * Lists what administrators did, newest first. `format=csv` returns the whole log as a file, oldest
 * first.
 */
export const listAuditLog = endpoint('GET', '/audit_log', {
  query: z.strictObject({
    ...paging,
    action: z.enum(auditActions).optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  file: ['text/csv'],
  reply: z.strictObject({
    items: z.array(auditEntry),
    total: z.int(),
    /** The lowest id of an entry that was changed, removed or inserted; null if there is none. */
    broken_at: z.int().nullable(),
  }),
})

/** Returns the address of the log as a CSV file. */
export const auditFile = () => requestOf(listAuditLog, { format: 'csv' }).url
