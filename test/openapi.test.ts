import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openapi } from '#core/http/openapi.ts'
import { errors } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import { api } from '#src/api.ts'
import { describedLive } from '#src/platform/realtime/live.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import { eventNames, TEST_EVENT } from '#src/studio/webhooks/webhook.shared.ts'
import { rows } from './access-rows.ts'
import { testApp } from './test-app.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, object>
}

test('AP-01 the API description is valid OpenAPI 3.1, and names every call once', async (t) => {
  const { url } = await testApp(t, { role: 'web' })
  const description = (await (await fetch(`${url}/api/2.0/openapi.json`)).json()) as ReturnType<
    typeof openapi
  >
  const validator = new Validator()
  const { valid, errors: faults } = await validator.validate(structuredClone(description))
  ok(valid, JSON.stringify(faults))
  equal(validator.version, '3.1')
  ok(validator.resolveRefs())
  const operations = operationsOf(description)
  equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  for (const { operationId, summary, tags } of operations) {
    ok(/^[A-Z][^.]+$/.test(summary), operationId)
    deepEqual([tags.length, description.tags.some(({ name }) => name === tags[0])], [1, true])
  }
})

test('AP-01 the API description shows the stream of changes as it is', async (t) => {
  const { url } = await testApp(t, { role: 'web' })
  const { paths } = openapi([describedLive])
  const { responses } = paths['/live']!.get as unknown as Operation
  const { content } = responses[200] as { content: Record<string, { schema: object }> }
  const stop = new AbortController()
  const stream = await fetch(`${url}${LIVE_PATH}?kid=${randomUUID()}`, { signal: stop.signal })
  deepEqual(Object.keys(content), [stream.headers.get('content-type')])
  stop.abort()
  deepEqual(content['text/event-stream']!.schema, {
    type: 'string',
    'x-events': { changed: { $ref: '#/components/schemas/LiveEvent' } },
  })
  const wrong = await fetch(`${url}${LIVE_PATH}?kid=1`)
  const { error } = (await wrong.json()) as { error: { code: string } }
  ok(JSON.stringify(responses[String(wrong.status)]).includes(error.code))
})

test('AP-01 the API description gives each refusal of a caller without access its status', () => {
  const { paths } = openapi(api)
  for (const { endpoint, outcomes } of rows) {
    const described = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation | undefined
    if (!described) continue // a call that only our pages or a vendor make
    for (const code of Object.values<string>(outcomes))
      if (code in errors)
        ok(
          JSON.stringify(described.responses[errors[code as ErrorCode].status])?.includes(
            `\`${code}\``,
          ),
          `${described.operationId} ${code}`,
        )
  }
})

test('AP-01 the API description has the longest body of each call, and that of a Clear Key request', () => {
  const { paths } = openapi(api)
  const bodyOf = (path: string) =>
    (paths[path]!.post as { requestBody: Record<string, unknown> }).requestBody
  equal(bodyOf('/asset_upload')['x-max-bytes'], 12 * 1024 ** 2)
  equal(bodyOf('/login')['x-max-bytes'], 65_536)
  match(JSON.stringify(bodyOf('/drm/clearkey')), /"required":\["kids","type"\]/)
})

test('AP-01 the API description has every message that webhooks are sent', async (t) => {
  const { url } = await testApp(t, { role: 'web' })
  const description = await (await fetch(`${url}/api/2.0/openapi.json`)).json()
  const { webhooks } = description as { webhooks: object }
  deepEqual(Object.keys(webhooks), [...eventNames, TEST_EVENT])
})

test('AP-01 the API description leaves out calls that only our pages or a vendor make', () => {
  const { paths } = openapi(api)
  for (const path of ['/webhooks/stripe', '/coupon_code', '/drm/fairplay_certificate'])
    ok(!(path in paths), path)
})

test('SH-14 AP-01 the API description speaks of a feature only while it is switched on', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const features = {
    trade_enabled: /.{30}(trad(e|ing|able)|swap|wish|proposal).{9}/gi,
    trade_top_up_enabled: /.{30}top.?up.{9}/gi,
    gift_enabled: /.{30}gift.{9}/gi,
  }
  const checked = new Set<string>()
  const wordsFound = async (words: RegExp) => {
    const reply = await fetch(`${here.url}/api/2.0/openapi.json`)
    const text = await reply.text()
    if (!checked.has(text)) {
      const { valid, errors: faults } = await new Validator().validate(JSON.parse(text))
      ok(valid, JSON.stringify(faults))
    }
    checked.add(text)
    const description = JSON.parse(text) as ReturnType<typeof openapi>
    // The calls that switch features on name all of them.
    const { '/application_settings': settings, ...paths } = description.paths
    match(JSON.stringify(settings), /trade_enabled/)
    return JSON.stringify({ ...description, paths }).match(words) ?? []
  }
  const on = Object.fromEntries(Object.keys(features).map((name) => [name, true]))
  const reason = 'Tried in a test.'
  let { version } = await sora.call(changeSettings, { version: 0, reason, ...on })
  for (const [name, words] of Object.entries(features)) {
    ok((await wordsFound(words)).length > 0, name)
    ;({ version } = await sora.call(changeSettings, { version, reason, [name]: false }))
    deepEqual(await wordsFound(words), [])
    ;({ version } = await sora.call(changeSettings, { version, reason, [name]: true }))
  }
  deepEqual(await wordsFound(/.{30}auction.{9}/gi), [])
})

const operationsOf = ({ paths }: { paths: object }) =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>))
