import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { migratedFolder, startApp } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { captureLog } from './log-capture.ts'
import { openOtlpReceiver } from './otlp-receiver.ts'
import { eventually } from './program.ts'
import { testApp } from './test-app.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const ID = 'proxy-id-1234'
/** Matches what the log and the trace of a request must not name. */
const TOKEN = 'a-secret-of-a-gift'

test('OP-04 traces go to the collector that the usual variables name, and log lines name trace and request', async (t) => {
  const { url, spans } = await openOtlpReceiver(t)
  const app = await startApp(await migratedFolder(t), {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      // A storage that is away: requests for its files fail, which is logged.
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_REGION: 'none',
      S3_BUCKET: 'none',
      S3_ACCESS_KEY_ID: 'none',
      S3_SECRET_ACCESS_KEY: 'none',
    },
  })
  const lines: string[] = []
  createInterface(app.child.stderr!).on('line', (line) => lines.push(line))
  const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, 'x-request-id': ID }
  const failed = await fetch(`${app.url}/media/none/poster.webp`, { headers })
  const page = await fetch(`${app.url}/gifts/${TOKEN}?code=${TOKEN}`, { headers })
  deepEqual([failed.status, page.status], [503, 404])
  deepEqual([failed.headers.get('x-request-id'), page.headers.get('x-request-id')], [ID, ID])

  const request = await eventually(async () => {
    const found = spans.find(({ name }) => name === 'GET /gifts/:token')
    ok(found)
    return found
  })
  equal(request.service, 'renban')
  deepEqual([request.traceId, request.parentSpanId], [TRACE, SPAN])
  equal(request.facts['http.response.status_code'], 404)
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  ok(statements.length > 0)
  for (const { traceId, facts } of statements) {
    equal(traceId, TRACE)
    match(String(facts['db.query.text']), /^\s*(select|with|insert|update|begin)/i)
  }
  ok(!JSON.stringify(spans).includes(TOKEN))
  const call = spans.find(({ name }) => name.startsWith('storage '))
  equal(call?.traceId, TRACE)
  const job = await eventually(async () => {
    const found = spans.find(({ name }) => name.startsWith('job '))
    ok(found)
    return found
  })
  notEqual(job.traceId, TRACE)

  app.child.kill('SIGTERM')
  deepEqual(await once(app.child, 'exit'), [0, null])
  ok(!lines.some((line) => line.includes(TOKEN)))
  const logged = lines.find((line) => line.includes('/media/none/poster.webp'))!
  const { request: id, trace } = JSON.parse(logged) as { request: string; trace: string }
  deepEqual([id, trace], [ID, TRACE])
})

test('OP-04 without a collector a request has an id, which its answer and its log line name', async (t) => {
  const lines = captureLog(t, '"what":"request"')
  const here = await testApp(t)
  const send = async (id?: string) => {
    const headers = new Headers(id === undefined ? {} : { 'x-request-id': id })
    const init = { method: 'POST', headers }
    const response = await fetch(`${here.url}/api/2.0/login`, init)
    await response.arrayBuffer()
    return response.headers.get('x-request-id')!
  }
  const own = await send()
  match(own, /^[0-9a-f-]{36}$/)
  equal(await send(ID), ID)
  const forged = await send('a b","level":"error')
  match(forged, /^[0-9a-f-]{36}$/)
  const logged = lines.map((line) => JSON.parse(line) as { request: string; trace?: string })
  deepEqual(logged.map(({ request, trace }) => [request, trace]), [own, ID, forged].map((id) => [id, undefined])) // oxfmt-ignore
})
