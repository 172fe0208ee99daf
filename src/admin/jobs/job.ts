import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { queueCounts, troubledJobs, tryJobAgain } from '#core/job-queue.ts'
import { log, maskAddresses } from '#core/log.ts'
import type { listJobs, retryJob } from './job.shared.ts'

/** Lists the jobs that failed at least once: `GET /jobs`. */
export async function list(
  { db }: Ctx,
  input: BodyOf<typeof listJobs>,
): Promise<ReplyOf<typeof listJobs>> {
  const [jobs, { troubled, ...counts }] = await Promise.all([
    troubledJobs(db, input),
    queueCounts(db),
  ])
  const items = jobs.map((job) => ({ ...job, error: job.error && maskAddresses(job.error) }))
  return { items, total: troubled, ...counts }
}

/** Makes a job due now: `POST /jobs/{id}/retry`. Refuses `not_found`, also while the job runs. */
export async function retry(ctx: Ctx, { id }: BodyOf<typeof retryJob>) {
  if (!(await tryJobAgain(ctx.db, id))) fail('not_found')
  const { account_id } = currentPerson(ctx)
  log('info', 'a job is tried again', { job: id, account_id })
  return { id }
}
