import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { connect } from '#core/database/db.ts'
import { enqueue } from '#core/jobs.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { checkBooks } from '#src/finance/reconciliation/self-check.ts'
import { sendMail } from '#src/platform/mail/send.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { migratedFolder, startApp, statusOf } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { openEventStream } from './live-listeners.ts'
import { createPerson, type RunningApp } from './people.ts'
import { embeddedDatabaseUrl, eventually } from './program.ts'
import { openPrometheus, promtool, withPrometheus } from './prometheus.ts'
import { createTitle } from './titles.ts'
import { plainPicture, sendFiles, waitForUpload } from './uploads.ts'

const PRICE = 1_000
const COPIES = 20
const API = '/api/2.0'

/** Starts a web process, whose card provider is away, and a worker; Prometheus watches both. */
async function watchedApp(t: TestContext) {
  const folder = await migratedFolder(t)
  const ports = { web: await freePort(), worker: await freePort() }
  const away = {
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_URL: `http://127.0.0.1:${await freePort()}`,
  }
  const start = (role: 'web' | 'worker') =>
    startApp(folder, { role, env: { ...away, METRICS_PORT: String(ports[role]) } })
  const web = await start('web')
  const worker = await start('worker')
  const { db, pool } = connect(embeddedDatabaseUrl(folder), 4)
  t.after(() => pool.end())
  const clock = {
    get now() {
      return new Date()
    },
  }
  const here: RunningApp = { url: web.url, app: { db }, clock }
  return { ...here, db, web, worker, ports, prometheus: await openPrometheus(t, ports) }
}

test(
  'OP-01 Prometheus reads what web and worker did: requests, orders, jobs, pools, books and sales',
  withPrometheus,
  async (t) => {
    const here = await watchedApp(t)
    const { db, web, worker, ports, prometheus } = here
    const mika = await createPerson(here, 'Mika', { role: 'ORH' })
    const people = await Promise.all(
      Array.from({ length: COPIES }, (_, i) => createPerson(here, `P${i}`, { balance: PRICE })),
    )
    const film = await createTitle(here, mika, { copies: COPIES + 3, price: PRICE })
    await Promise.all(people.map((who, i) => who.call(purchaseForFree, film.order(i + 1, PRICE))))
    for (const number of [1, 2, 3]) {
      const { balance_to_use: _, ...byCard } = film.order(COPIES + number, 0)
      const { error } = await people[number]!.call(purchaseSerial, { ...byCard, balance_to_use: 0 })
      equal(error?.code, 'card_unavailable')
    }
    for (const who of people) await who.call(getAsset, { id: film.kid })
    equal(await statusOf(web, `/asset/${film.kid}`), 200)
    equal(await statusOf(web, '/asset/00000000-0000-4000-8000-000000000000'), 404)
    equal(await statusOf(web, '/no/such/page'), 404)
    equal((await openEventStream(t, here, film.kid)).status, 200)
    await enqueue(db, checkBooks, { at_once: true })
    await enqueue(db, sendMail, {} as never, { tries: 1 }) // fails for the last time
    const picture = await plainPicture(400, 300)
    const { uuid } = await sendFiles(mika, { asset: picture })
    equal((await waitForUpload(mika, uuid)).status, 'done')

    const holds = (expression: string, expected: number) =>
      eventually(async () => {
        const found = await prometheus.query(expression)
        deepEqual(found.map(({ value }) => value), [expected], expression) // oxfmt-ignore
      })
    const requests = (method: string, route: string, status: number) =>
      `renban_http_requests_total{job="web",method="${method}",route="${route}",status="${status}"}`
    await holds(requests('POST', `${API}/assets/purchase_for_free`, 200), COPIES)
    await holds(requests('POST', `${API}/assets/purchase`, 503), 3)
    await holds(requests('GET', `${API}/assets/:id`, 200), COPIES)
    await holds(requests('GET', '/asset/:kid', 200), 1)
    await holds(requests('GET', '/asset/:kid', 404), 1)
    await holds(requests('GET', 'other', 404), 1)
    const took = `renban_http_request_duration_seconds`
    const paid = `{method="POST",route="${API}/assets/purchase_for_free"}`
    await holds(`${took}_count${paid}`, COPIES)
    await holds(`${took}_sum${paid} > bool 0`, 1)
    await holds('renban_live_connections{job="web"}', 1)
    await holds('renban_group_size_sum{job="web",group="orders"}', COPIES + 3)
    await holds('renban_group_size_count{job="web",group="orders"} < bool 23', 1)
    await holds('sum(renban_database_statement_duration_seconds_count{job="web"}) > bool 100', 1)
    await holds('renban_database_pool_wait_seconds_count{job="web"} > bool 20', 1)
    await holds('renban_database_pool_connections_max{job="web",pool="requests"}', 16)
    await holds('renban_database_pool_waiting{job="web",pool="requests"}', 0)
    await holds('sum(renban_database_pool_connections{job="web",pool="requests"}) > bool 0', 1)
    await holds('renban_card_circuit_open{job="web"}', 1)
    await holds('renban_card_circuit_open{job="worker"}', 0)
    await holds('renban_job_duration_seconds_count{task="books.check",outcome="done"} > bool 0', 1)
    await holds('renban_job_duration_seconds_count{task="mail.send",outcome="failed"}', 1)
    await holds('renban_jobs{job="worker",task="mail.send",state="failed"}', 1)
    await holds('renban_encode_duration_seconds_count{job="worker",of="title"}', 1)
    for (const job of ['web', 'worker']) {
      await holds(`renban_workers{job="${job}"}`, 1)
      await holds(`renban_books_differences{job="${job}",kind="self"}`, 0)
      await holds(`time() - renban_books_checked_timestamp_seconds{job="${job}",kind="self"} < bool 60`, 1) // oxfmt-ignore
      await holds(`renban_sales_today{job="${job}"}`, COPIES)
      await holds(`renban_sales_today_yen{job="${job}"}`, COPIES * PRICE)
      await holds(`renban_data_free_bytes{job="${job}"} > bool 0`, 1)
      await holds(`renban_database_up{job="${job}"}`, 1)
    }

    worker.child.kill('SIGTERM')
    await once(worker.child, 'exit')
    await db.updateTable('worker_lease').set({ seen_at: '2000-01-01T00:00:00Z' }).execute()
    await enqueue(db, sendMail, {} as never, { at: new Date(Date.now() - 300_000) })
    await holds('renban_workers{job="web"}', 0)
    await holds('renban_job_lag_seconds{job="web",task="mail.send"} >= bool 300', 1)
    await holds('renban_job_lag_seconds{job="web",task="books.check"} < bool 300', 1)

    const series = await prometheus.query('{__name__=~"renban_.+"}')
    const values = new Set(series.flatMap(({ labels }) => Object.values(labels)))
    ok(![...values].some((value) => /[0-9a-f]{8}-|no\/such/.test(value)), 'labels name no address')
    const text = await (await fetch(`http://127.0.0.1:${ports.web}/metrics`)).text()
    const own = text.split('\n').filter((line) => /^(# \w+ )?renban_/.test(line))
    equal(promtool(['check', 'metrics'], { input: `${own.join('\n')}\n` }), '')
    equal(await statusOf(web, '/metrics'), 404)
  },
)
