import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

/** The seconds that the oldest due job may be late before somebody should look at the workers. */
export const LATE_SECONDS = 120

const job = z.strictObject({
  id: z.string(), // an integer of 64 bits
  name: z.string(),
  /** `failed`: no attempt is left. `retrying`: it is tried again at `next_at`. */
  state: z.enum(['failed', 'retrying']),
  attempts: z.int(),
  tries: z.int(),
  created_at: z.iso.datetime(),
  next_at: z.iso.datetime().nullable(),
  /** The message of the last error, with e-mail addresses masked. */
  error: z.string().nullable(),
})
job.register(z.globalRegistry, { id: 'Job' })
export type Job = z.output<typeof job>

/** Lists the jobs that failed at least once, those without attempts left first, and counts all jobs. */
export const listJobs = endpoint('GET', '/jobs', {
  query: z.strictObject({ ...paging }),
  reply: z.strictObject({
    items: z.array(job),
    total: z.int(),
    failed: z.int(),
    waiting: z.int(),
    running: z.int(),
    /** How late the oldest due job is. */
    seconds_late: z.int(),
  }),
})

/** Makes a job due now, with all its attempts again. */
export const retryJob = endpoint('POST', '/jobs/{id}/retry', {
  body: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  reply: z.strictObject({ id: z.string() }),
})
