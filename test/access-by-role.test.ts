import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#core/http/endpoint.ts'
import { type ErrorCode, errors } from '#core/errors.ts'
import { api } from '#src/api.ts'
import { callers, type Row } from './access-row.ts'
import { rows } from './access-rows.ts'
import { request, type ApiRequest, nameOf, accessFixtures, tokenFor } from './access-fixtures.ts'

test('every call has its row, and every row its call', () => {
  deepEqual(rows.map(nameOfRow).toSorted(), api.map(nameOfRow).toSorted())
})

test('RO-01 RO-03 everybody is answered at every door as the table says, and never by a bug', async (t) => {
  const fixtures = await accessFixtures(t)
  for (const { endpoint, input, outcomes } of rows) {
    const seen: Record<string, string> = {}
    for (const caller of callers) {
      const token = await tokenFor(fixtures, caller)
      const said = await request(fixtures, endpoint, { input: input(fixtures, caller), token })
      seen[caller] = outcomeOf(said)
    }
    deepEqual(seen, outcomes, nameOf(endpoint))
  }
})

type Input = Record<string, unknown>
interface Refused {
  code: ErrorCode
  /** What the refusal names, where another fault of the same input would have the same code. */
  params?: object
  at: (endpoint: Endpoint) => unknown
  request: (row: Row, input: Input) => ApiRequest
}

/** Each of these is refused at every door that it could come in at, whatever else is said. */
const refused: Record<string, Refused> = {
  'a field nobody knows': {
    code: 'input_invalid',
    params: { field: 'no_such_field', issue: 'unrecognized_keys' },
    at: ({ body, query }) => body ?? query,
    request: (_, input) => ({ input: { ...input, no_such_field: '1' } }),
  },
  'AP-01 fields in camelCase': {
    code: 'input_invalid',
    at: ({ body }) => body && Object.keys(body.shape).some((name) => name.includes('_')),
    request: ({ endpoint }, input) => ({ input: camelCase({ ...someField(endpoint), ...input }) }),
  },
  'a NUL that PostgreSQL cannot hold': {
    code: 'input_invalid',
    params: { field: '' },
    at: ({ body, query }) => body ?? query,
    request: (_, input) => ({ input: { ...input, title: 'a\0b' } }),
  },
  'half a surrogate pair': {
    code: 'input_invalid',
    params: { field: '' },
    at: ({ body }) => body,
    request: (_, input) => ({ input: { ...input, half: '\ud800' } }),
  },
  'more than it takes': {
    code: 'too_large',
    at: ({ method }) => method !== 'GET',
    request: ({ endpoint: { bodyMax = 1_048_576 } }, input) => ({
      input,
      body: JSON.stringify({ title: 'x'.repeat(bodyMax) }),
      headers: { connection: 'close' }, // as the rest of the body is not waited for
    }),
  },
  'a body that is not called JSON': {
    code: 'wrong_content_type',
    at: ({ body }) => body,
    request: (_, input) => ({ input, headers: { 'content-type': 'text/plain' } }),
  },
  'a page of another site': {
    code: 'wrong_origin',
    at: ({ method }) => method !== 'GET',
    request: (_, input) => ({ input, headers: { origin: 'https://evil.example' } }),
  },
  'no Idempotency-Key where money or ownership moves': {
    code: 'idempotency_key_missing',
    at: ({ once }) => once,
    request: (_, input) => ({ input, headers: { 'idempotency-key': undefined } }),
  },
}
for (const [what, rule] of Object.entries(refused))
  test(`refused at every door: ${what}`, async (t) => {
    const fixtures = await accessFixtures(t)
    const routes = rows.filter(({ endpoint }) => rule.at(endpoint))
    ok(routes.length > 0)
    for (const row of routes) {
      const caller = row.outcomes.mika === 'admins_only' ? 'sora' : 'mika'
      const token = await tokenFor(fixtures, caller)
      const given = rule.request(row, row.input(fixtures, caller))
      const said = await request(fixtures, row.endpoint, { ...given, token })
      equal(outcomeOf(said), rule.code, nameOf(row.endpoint))
      if (rule.params) deepEqual(paramsOf(said), rule.params, nameOf(row.endpoint))
    }
  })

/** The refusal's code, once its status and shape are seen to be right. */
function outcomeOf({ status, answer }: { status: number; answer: object | undefined }): string {
  if (status < 300) return 'done'
  const { error, error_messages, ...rest } = answer as {
    error: { code: ErrorCode; params: object }
    error_messages: string[]
  }
  deepEqual([Object.keys(error), Object.keys(rest)], [['code', 'params'], []])
  equal(error_messages.length, 1)
  match(error_messages[0]!, /\S/)
  equal(status, errors[error.code].status)
  return error.code
}

const paramsOf = ({ answer }: { answer: object | undefined }) =>
  (answer as { error: { params: object } }).error.params

const nameOfRow = ({ endpoint }: { endpoint: Endpoint }) => nameOf(endpoint)

const camelCase = (input: Input) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** Where a call needs no field, the first it knows that has two words. */
function someField({ body }: Endpoint): Input {
  const name = Object.keys(body!.shape).find((one) => one.includes('_'))!
  return { [name]: 'x' }
}
