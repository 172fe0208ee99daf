import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openapi } from '#core/http/openapi.ts'
import { type ErrorCode, errors } from '#core/errors.ts'
import { api } from '#src/api.ts'
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

test('AP-01 the API description gives each refusal of a caller without access its status', () => {
  const { paths } = openapi(api)
  for (const { endpoint, outcomes } of rows) {
    const described = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation | undefined
    if (!described) continue // a call that only our pages or a vendor make
    for (const code of Object.values<string>(outcomes))
      if (code in errors)
        ok(
          JSON.stringify(described.responses[errors[code as ErrorCode].status])?.includes(code),
          `${described.operationId} ${code}`,
        )
  }
})

test('AP-01 the API description leaves out calls that only our pages or a vendor make', () => {
  const { paths } = openapi(api)
  for (const path of ['/webhooks/stripe', '/coupon_code', '/drm/fairplay_certificate'])
    ok(!(path in paths), path)
})

const operationsOf = ({ paths }: { paths: object }) =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>))
