import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Unreachable } from '#core/errors.ts'
import {
  createNotifierTest,
  getNotifierTest,
} from '#src/admin/notifier-test/notifier-test.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import { countOutcomes, tenTimes, testApp, waitUntil } from '../../../test/test-app.ts'
import { listJobs, retryJob } from './job.shared.ts'

const ERROR = 'sora@example.test: no such mailbox'

/** Opens a test app whose mail server refuses mails until `accept` is called. */
async function mailFixtures(t: TestContext) {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { mail } = here.integrations
  const send = () => Promise.reject(new Unreachable(ERROR))
  here.integrations.mail = { ...mail, send }
  const accept = () => (here.integrations.mail = mail)
  const { id } = await sora.call(createNotifierTest, {})
  const result = () => sora.call(getNotifierTest, { id })
  const refused = await waitUntil(result, ({ error }) => error !== null)
  const tests = async () =>
    (await here.inbox(sora.email)).filter(({ subject }) => /^Test/.test(subject))
  return { here, sora, accept, refused, result, tests }
}

test('RT-36 a test mail goes to its administrator alone, and the page is told why it does not arrive', async (t) => {
  const { here, sora, accept, refused, result, tests } = await mailFixtures(t)
  deepEqual([refused.to, refused.sent_at], [sora.email, null])
  match(String(refused.error), /^…@…: no such mailbox$/)
  const kei = await here.person('Kei', { role: 'ADMIN' })
  equal((await kei.call(getNotifierTest, { id: refused.id })).error?.code, 'not_found')
  accept()
  const sent = await waitUntil(result, ({ sent_at }) => sent_at !== null)
  deepEqual([sent.error, sent.attempts, (await tests()).length], [null, 0, 1])
  equal((await here.inbox(kei.email)).length, 0)
})

test('RT-36 a job that failed is listed without addresses, and done once although it is retried by ten at once', async (t) => {
  const { here, sora, accept, result, tests } = await mailFixtures(t)
  const { items, total, failed } = await sora.call(listJobs, {})
  const [job] = items
  deepEqual([total, failed, job!.name, job!.state], [1, 0, 'mail.send', 'retrying'])
  match(job!.error!, /^…@…: no such mailbox$/)

  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(here.app.db)
  const [given] = (await sora.call(listJobs, {})).items
  deepEqual([given!.state, given!.next_at], ['failed', null])
  equal((await sora.call(getOverview, {})).failed_jobs, 1)

  accept()
  const outcomes = countOutcomes(
    await Promise.all(tenTimes(() => sora.call(retryJob, { id: job!.id }))),
  )
  equal(
    Object.keys(outcomes).every((code) => code === 'done' || code === 'not_found'),
    true,
  )
  await waitUntil(result, ({ sent_at }) => sent_at !== null)
  equal((await tests()).length, 1)
  deepEqual([(await sora.call(listJobs, {})).total, (await sora.call(getOverview, {})).failed_jobs], [0, 0]) // oxfmt-ignore
  equal((await sora.call(retryJob, { id: job!.id })).error?.code, 'not_found')
})
