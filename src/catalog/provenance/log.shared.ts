import { z } from 'zod'
import { API, endpoint } from '#core/http/endpoint.ts'

/** The path below which the log is read, as c2sp.org/tlog-tiles names it. */
export const LOG_PATH = `${API}/log`

/** Returns the newest signed state of the provenance log (c2sp.org/tlog-checkpoint). */
export const getCheckpoint = endpoint('GET', '/log/checkpoint', {
  query: z.strictObject({}),
  reply: z.string(),
  file: ['text/plain'],
})

/** Returns the key that checks the newest checkpoint, as a verifier key of c2sp.org/signed-note. */
export const getLogKey = endpoint('GET', '/log/key', {
  query: z.strictObject({}),
  reply: z.string(),
  file: ['text/plain'],
})

/**
 * Returns hashes of the log's tree (c2sp.org/tlog-tiles). `number` is `x001/x234/067` for tile 1234067
 * of a level, with `.p/` and a width from 1 to 255 for its first hashes only.
 */
export const getTile = endpoint('GET', '/log/tile/{level}/{number}', {
  query: z.strictObject({ level: z.string(), number: z.string() }),
  reply: z.undefined(),
  file: ['application/octet-stream'],
  rest: true,
})
