import { z } from 'zod'
import { API } from '#core/http/endpoint.ts'

/**
 * A stream of server-sent events (WHATWG HTML, 9.2). It is no endpoint of `api.ts`, as its answer
 * does not end and is not JSON.
 */
export const LIVE_PATH = `${API}/live`
export const liveQuery = z.strictObject({ kid: z.uuid() })

/**
 * The one event, `changed`: some copy of the title did. What changed is not in it: whoever hears it
 * asks again, at a moment of their own within so many milliseconds, and is shown what they may see.
 */
export const liveEvent = z.strictObject({ within_ms: z.int().min(0) })
export type LiveEvent = z.output<typeof liveEvent>
