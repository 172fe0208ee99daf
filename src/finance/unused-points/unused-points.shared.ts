import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'

const report = z.strictObject({
  day: z.iso.date(), // in Japan; the report counts to its end
  unused: z.int(), // yen, those that orders hold included
  issued: z.int(), // since the report before, as are the next two
  used: z.int(),
  expired: z.int(),
  made_at: z.iso.datetime(),
})
export type UnusedPoints = z.output<typeof report>

/** Lists the reports of unused points on 31 March and 30 September, the newest first. */
export const listUnusedPoints = endpoint('GET', '/unused_points', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(report) }),
})
