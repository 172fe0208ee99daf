import { z } from 'zod'
import { API, endpoint } from '#core/http/endpoint.ts'

/**
 * The only event, `changed`: a copy of the title changed, or the screening. It does not say how: each client
 * refreshes at a random moment within `within_ms` milliseconds and receives what its reader may
 * see.
 */
export const liveEvent = z.strictObject({ within_ms: z.int().min(0) })
liveEvent.register(z.globalRegistry, { id: 'LiveEvent' })
export type LiveEvent = z.output<typeof liveEvent>

/**
 * Streams server-sent events (WHATWG HTML, 9.2). Not listed in `api.ts`, as its answer does not end
 * and is not JSON.
 */
export const getLive = endpoint('GET', '/live', {
  query: z
    .strictObject({ kid: z.uuid().optional(), screening: z.uuid().optional() })
    .refine(({ kid, screening }) => (kid === undefined) !== (screening === undefined)),
  reply: z.undefined(),
  events: { changed: liveEvent },
})
export const LIVE_PATH = API + getLive.path
