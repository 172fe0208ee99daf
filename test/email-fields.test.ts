import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Endpoint } from '#core/http/endpoint.ts'
import { api } from '#src/api.ts'

interface Field {
  /** The call and the field, such as `POST /wallet/codes email`. */
  name: string
  schema: z.ZodType
}

/** Lists the fields of a schema whose names say that they hold an e-mail address. */
function emailFields(schema: z.ZodType, name: string): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return emailFields(schema.unwrap() as z.ZodType, name)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return emailFields(schema.unwrap() as z.ZodType, name)
  if (schema instanceof z.ZodArray) return emailFields(schema.element as z.ZodType, name)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      emailFields(part, `${name} ${key}`),
    )
  const isSwitch = schema instanceof z.ZodBoolean
  return !isSwitch && /mail\w*$/.test(name) ? [{ name, schema }] : []
}

const inputOf = ({ body, query }: Endpoint) => body ?? query ?? z.object({})
const fields = api.flatMap(({ endpoint }) =>
  emailFields(inputOf(endpoint), `${endpoint.method} ${endpoint.path}`),
)
const L64 = 'x'.repeat(64)

test('SH-07 each call that takes an address takes it in the same forms', () => {
  deepEqual(fields.map(({ name }) => name).toSorted(), [
    'PATCH /accounts/current email',
    'PATCH /application_settings operator email',
    'POST /accounts/initialize email',
    'POST /assets/purchase gift emails',
    'POST /assets/purchase_for_free gift emails',
    'POST /coupons/{id}/claims email',
    'POST /gifts emails',
    'POST /loans email',
    'POST /recoveries email',
    'POST /reports email',
    'POST /wallet/codes email',
    'POST /wallet/proofs email',
    'PUT /brands/{id}/seller_notice email',
  ])
  for (const { name, schema } of fields) {
    equal(schema.parse(' Ren@BÜCHER.Example\n'), 'ren@xn--bcher-kva.example', name)
    equal(schema.parse(`${L64}@example.test`), `${L64}@example.test`, name)
    for (const refused of ['nobody', `x${L64}@example.test`, 'ren@example.test,mika@example.test'])
      equal(schema.safeParse(refused).success, false, `${name}: ${refused}`)
  }
})
