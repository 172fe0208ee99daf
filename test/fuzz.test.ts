import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { errors } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import { API, type Endpoint } from '#core/http/endpoint.ts'
import type { Outcome, Row } from './access-row.ts'
import { endpointName } from './access-fixtures.ts'
import {
  fuzzFixtures,
  fuzzRows,
  isInside,
  validRequest,
  type ValidRequest,
} from './fuzz-fixtures.ts'
import { changedInput, type ChangedInput, jsonOf } from './fuzz-values.ts'
import { captureLog } from './log-capture.ts'
import { seededRandom } from './random.ts'

const CALLS = Number(process.env.FUZZ_CALLS ?? 1_000)
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const CALLS_PER_APP = 1_000 // then the objects are made anew
const INSIDE_MIN = 0.9
const SLOW_MS = 1_000
const SLOWER_MAX = 40 // times the same call unchanged

type Things = Awaited<ReturnType<typeof fuzzFixtures>>

test('AP-01 calls with one odd field each are done or refused, never fail and tell nothing private', async (t) => {
  t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_CALLS=${CALLS}`)
  for (let first = 0; first < CALLS; first += CALLS_PER_APP) {
    const calls = Math.min(CALLS_PER_APP, CALLS - first)
    await t.test(`calls from ${first + 1}`, (one) => campaign(one, first, calls))
  }
})

/** Sends changed calls to each endpoint in turn, and then the unchanged one. */
async function campaign(t: TestContext, first: number, calls: number) {
  const lines = captureLog(t)
  // Nobody serves the address at which the fixtures' browsers are notified.
  const failures = () =>
    lines.filter((line) => line.includes('"level":"error"') && !line.includes('ENOTFOUND push.'))
  const things = await fuzzFixtures(t)
  const ids = idsOf(things)
  const outcomes: Outcome[] = []
  const reached = new Map<string, Outcome>()
  const rows = fuzzRows()
  for (const [i, row] of rows.entries()) {
    let valid = await validRequest(things, row)
    const share =
      Math.floor(((i + 1) * calls) / rows.length) - Math.floor((i * calls) / rows.length)
    for (let n = 0; n < share; n++) {
      const random = seededRandom(SEED, first, i, n)
      const changed = changedInput(row.endpoint, valid.input, { random, ids })
      const call = { things, row, valid, changed }
      const outcome = await outcomeOf(call)
      deepEqual(failures(), [], nameOf(call))
      outcomes.push(outcome)
      if (outcome === 'done') valid = await validRequest(things, row)
    }
    valid = await validRequest(things, row)
    const changed = { change: 'unchanged', fields: Object.entries(valid.input) }
    reached.set(endpointName(row.endpoint), await outcomeOf({ things, row, valid, changed }))
  }
  report(t, outcomes, reached)
  await assertLogIsDiscreet(lines, things)
}

function report(t: TestContext, outcomes: Outcome[], reached: Map<string, Outcome>) {
  const outside = [...reached]
    .filter(([, outcome]) => !isInside(outcome))
    .map((one) => one.join(': '))
  const inside = 1 - outside.length / reached.size
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  t.diagnostic(
    `unchanged, ${percent(inside)} of ${reached.size} calls get behind schema and access; not ${outside.join(', ')}`,
  )
  const deep = outcomes.filter(isInside).length / outcomes.length
  t.diagnostic(`changed, ${percent(deep)} of ${outcomes.length} do`)
  ok(inside >= INSIDE_MIN, outside.join(', '))
}

const LOGGED = [
  'at',
  'level',
  'what',
  'reference',
  'method',
  'path',
  'status',
  'ms',
  'code',
  'job',
  'request',
  'trace',
]
const ALSO_LOGGED = ['attempt', 'account_id', 'subject', 'count', 'error']

/**
 * Asserts that the log of a run has only the allowed fields, and neither private texts, tokens and
 * mailed codes nor the network addresses of callers.
 */
async function assertLogIsDiscreet(lines: string[], { here, privateTexts, ...things }: Things) {
  const people = [things.ren, things.mika, things.aoi, things.sora]
  const mails = (await Promise.all(people.map(({ email }) => here.inbox(email)))).flat()
  const codes = mails.flatMap(({ code }) => code ?? [])
  const secrets = [...Object.values(privateTexts).flat(), ...people.map(({ token }) => token)]
  const requests = lines.filter((line) => line.includes('"what":"request"'))
  ok(requests.length > 100 && codes.length > 0, `${requests.length} lines, ${codes.length} codes`)
  for (const line of lines) {
    const unknown = Object.keys(JSON.parse(line) as object).filter(
      (field) => !LOGGED.includes(field) && !ALSO_LOGGED.includes(field),
    )
    deepEqual(unknown, [], line)
    for (const secret of [...secrets, '127.0.0.1', '::1', '@example.test', '@renban.test'])
      ok(!line.includes(secret), line)
    for (const code of codes) ok(!new RegExp(String.raw`\b${code}\b`).test(line), line)
  }
}

interface SentCall {
  things: Things
  row: Row
  valid: ValidRequest
  changed: ChangedInput
}
const nameOf = ({ row, changed }: SentCall) =>
  `${endpointName(row.endpoint)} with ${changed.change}, seed ${SEED}`

/** Sends a call. Asserts that it is done or refused, soon, and that the reply holds nothing private of others. */
async function outcomeOf(call: SentCall): Promise<Outcome> {
  const { things, row, valid } = call
  const { status, text, ms } = await send(call)
  const what = `${nameOf(call)}: ${status} ${text.slice(0, 300)}`
  ok(status < 500, what)
  for (const [who, texts] of Object.entries(things.privateTexts))
    if (who !== valid.caller && valid.caller !== 'sora')
      for (const told of texts) ok(!text.includes(told), `${what}: tells ${told} of ${who}`)
  // A change that is done may take as long as what was asked for, such as 10,000 copies.
  const isWork = status < 300 && row.endpoint.method !== 'GET'
  if (ms > SLOW_MS && !isWork) await assertNotSlow(call)
  if (status === 431) return 'too_large' // Node's own limit on the length of an address
  if (status < 300) {
    const { reply, file } = reachedEndpoint(call)
    if (!file && text !== '') reply.parse(JSON.parse(text))
    return 'done'
  }
  match(text, /^\{"error":/, what)
  const { error } = JSON.parse(text) as { error: { code: ErrorCode } }
  equal(status, errors[error.code].status, what)
  return error.code
}

/** Asserts that a call is not always slow, and not far slower than the same call unchanged. */
async function assertNotSlow(call: SentCall) {
  const fastest = async (sent: SentCall) => {
    const times: number[] = []
    for (let i = 0; i < 3; i++) times.push((await send(sent)).ms)
    return Math.min(...times)
  }
  const slow = await fastest(call)
  const changed = { change: 'unchanged', fields: Object.entries(call.valid.input) }
  const usual = await fastest({ ...call, changed })
  ok(
    slow < SLOW_MS || slow < SLOWER_MAX * usual,
    `${nameOf(call)}: ${slow} ms, unchanged ${usual} ms`,
  )
}

/** Returns the endpoint that answers a call: without its last id, it is the one of the list. */
function reachedEndpoint({ row: { endpoint }, changed }: SentCall): Endpoint {
  const [path] = addressed(endpoint, changed.fields).url.split('?')
  if (!path!.endsWith('/')) return endpoint
  const list = endpoint.path.replace(/\/\{\w+\}$/, '')
  return fuzzRows().find((row) => row.endpoint.method === 'GET' && row.endpoint.path === list)!
    .endpoint
}

async function send({ things, row: { endpoint }, valid, changed }: SentCall) {
  const { url, body } = addressed(endpoint, changed.fields)
  const sent = valid.body ?? body
  const headers = {
    'idempotency-key': randomUUID(),
    ...(sent !== undefined && { 'content-type': 'application/json' }),
    ...(valid.token && { authorization: `Bearer ${valid.token}` }),
    ...(valid.headers as Record<string, string>),
  }
  const start = performance.now()
  const response = await fetch(things.here.url + url, {
    method: endpoint.method,
    headers,
    ...(sent !== undefined && { body: sent }),
  })
  return { status: response.status, text: await response.text(), ms: performance.now() - start }
}

/** Puts fields into path, query or body of a call; a name that occurs twice stays twice. */
function addressed({ method, path, query }: Endpoint, fields: ChangedInput['fields']) {
  const rest = [...fields]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const at = rest.findIndex(([each]) => each === name)
    const [field] = at < 0 ? [] : rest.splice(at, 1)
    return encodeURIComponent(textOf(field?.[1]).toWellFormed())
  })
  if (!query && method !== 'GET') return { url: API + filled, body: jsonOf(rest) }
  const search = new URLSearchParams()
  for (const [name, value] of rest)
    for (const each of Array.isArray(value) && value.length < 100 ? value : [value])
      search.append(name, textOf(each))
  return { url: API + filled + (search.size > 0 ? `?${search.toString()}` : '') }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 8_000)

/** Returns every id in the fixtures, of whoever. */
function idsOf(things: Things): string[] {
  const text = JSON.stringify({ ...things, here: undefined }, (_, value: unknown) =>
    value instanceof Map ? [...value.values()].slice(0, 3) : value,
  )
  return [...new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))]
}
