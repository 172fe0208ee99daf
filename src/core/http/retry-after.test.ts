import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerTexts } from '#core/context.ts'
import { errors } from '#core/error-catalogue.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { refusalResponse } from './http.ts'

const texts = { refusal: () => '' } as unknown as ServerTexts
const waitAfter = (code: ErrorCode, params?: ErrorParams) =>
  refusalResponse(new Refusal(code, params), texts, 'en').headers.get('retry-after')

test('a refusal says when to come back if it knows, or if it may be over in seconds', () => {
  equal(waitAfter('too_many_requests', { seconds: 42 }), '42')
  equal(waitAfter('card_unavailable', { seconds: 10 }), '10')
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => waitAfter(code) !== null)
  deepEqual(codes, ['maintenance', 'unavailable', 'chunk_url_failed'])
  equal(waitAfter('unavailable'), '5')
  equal(waitAfter('export_too_soon', { seconds: 42 }), null, 'its status does not stand for a wait')
})
