import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

const role = z.enum(['STANDARD_USER', 'ORH', 'ADMIN'])

const facts = {
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  role,
}
const user = z.strictObject({ ...facts, joined_at: z.iso.datetime() })
export type User = z.output<typeof user>

const userRole = z.strictObject({
  ...facts,
  /** The last 100 changes, the newest first; by nobody: the operator, at the command line. */
  changes: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      changed_by: z.string().nullable(),
      from_role: role,
      to_role: role,
      reason: z.string(),
    }),
  ),
})
export type UserRole = z.output<typeof userRole>

/** People whose e-mail is of a company domain (readings A55), by part of a name or e-mail. */
export const listUsers = endpoint('GET', '/users', {
  query: z.strictObject({
    q: z.string().trim().max(100).default(''),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(16),
  }),
  reply: z.strictObject({
    items: z.array(user),
    total: z.int(),
    /** Of all people, of whatever domain. */
    user_count: z.int(),
    /** Where none is set, nobody is found. */
    domains: z.array(z.string()),
  }),
})

/** One person's role and how it came to be. */
export const getUserRole = endpoint('GET', '/user_roles/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: userRole,
})

/** Makes somebody a creator or takes that back; administrators are made at the command line only. */
export const putUserRole = endpoint('PUT', '/user_roles/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    role: z.enum(['STANDARD_USER', 'ORH']),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: userRole,
})
