import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

const role = z.enum(['STANDARD_USER', 'ORH', 'ADMIN'])

const facts = {
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  role,
}
const user = z.strictObject({ ...facts, joined_at: z.iso.datetime() })
user.register(z.globalRegistry, { id: 'User' })
export type User = z.output<typeof user>

const userRole = z.strictObject({
  ...facts,
  /** The last 100 changes, newest first. `changed_by` is null for changes made at the command line. */
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
userRole.register(z.globalRegistry, { id: 'UserRole' })
export type UserRole = z.output<typeof userRole>

/**
 * Lists creators, and people whose e-mail belongs to a company domain. With `q`, part of a username or
 * e-mail, lists the latter only.
 */
export const listUsers = endpoint('GET', '/users', {
  query: z.strictObject({
    q: z.string().trim().max(100).default(''),
    ...paging,
  }),
  reply: z.strictObject({
    items: z.array(user),
    total: z.int(),
    /** Number of all accounts, whatever their domain. */
    user_count: z.int(),
    /** The company domains; if empty, only creators are listed. */
    domains: z.array(z.string()),
  }),
})

/** Returns a person's role and its changes. */
export const getUserRole = endpoint('GET', '/user_roles/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: userRole,
})

/** Grants or withdraws the creator role. Administrators are made at the command line only. */
export const putUserRole = endpoint('PUT', '/user_roles/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    role: z.enum(['STANDARD_USER', 'ORH']),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: userRole,
})
