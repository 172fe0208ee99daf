import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { confirmation } from '#src/accounts/account/passkey-proof.shared.ts'

/** The scopes that keys can have. `src/api-scopes.ts` lists the calls of each. */
export const scopes = ['read', 'titles', 'listings', 'sales'] as const
export type Scope = (typeof scopes)[number]

/** The number of keys of one person that are not revoked. */
export const API_KEYS_MAX = 20
/** The requests that each web process answers in a minute for one key. */
export const API_KEY_REQUESTS_PER_MINUTE = 300
export const API_KEY_PREFIX = 'renban_'

/** The name and the scopes of a key. */
export const apiKeyFields = {
  name: z.string().trim().min(1).max(80),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length),
}

const apiKey = z.strictObject({
  id: z.uuid(),
  ...apiKeyFields,
  prefix: z.string(), // the beginning of the key
  created_at: z.iso.datetime(),
  used_on: z.iso.date().nullable(), // the day in Japan of its latest call
})
apiKey.register(z.globalRegistry, { id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

/** Lists the caller's keys, newest first. */
export const listApiKeys = endpoint('GET', '/api_keys', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(apiKey), total: z.int() }),
})

/** Makes a key, given a code with the purpose `api_key` or a passkey's proof. The reply alone shows it. */
export const createApiKey = endpoint('POST', '/api_keys', {
  body: z.strictObject({ ...apiKeyFields, ...confirmation }),
  reply: apiKey.extend({ key: z.string() }),
})

/** Revokes one of the caller's keys, at once. */
export const revokeApiKey = endpoint('DELETE', '/api_keys/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
})
