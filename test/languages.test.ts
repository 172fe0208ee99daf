import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { accessFixtures, request, tokenFor } from './access-fixtures.ts'
import { rows } from './access-rows.ts'
import { testApp } from './test-app.ts'

test('SH-03 every call with a language takes those of the product only', async (t) => {
  const fixtures = await accessFixtures(t)
  const withLanguage = rows.filter(({ endpoint: { body } }) => body && 'lang' in fieldsOf(body))
  ok(withLanguage.length >= 7, String(withLanguage.length))
  for (const { endpoint, input } of withLanguage)
    for (const lang of ['__proto__', 'constructor', 'zz', 'EN', '', 7]) {
      const token = await tokenFor(fixtures, 'mika')
      const body = { ...input(fixtures, 'mika'), lang }
      const { status, answer } = await request(fixtures, endpoint, { input: body, token })
      const { error } = answer as { error?: { params: { field?: string } } }
      equal(`${status} ${error?.params.field}`, '422 lang', `${endpoint.path} ${lang}`)
    }
})

test('a stored language that is none is not accepted', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const change = here.app.db.updateTable('account').where('id', '=', ren.account_id)
  const constraint = { constraint: 'account_language_is_known' }
  await rejects(change.set({ lang: '__proto__' }).execute(), constraint)
  await change.set({ lang: 'zh-Hant' }).execute()
})

test('every constraint has been checked against all rows, older ones included', async (t) => {
  const { app } = await testApp(t, { role: 'web' })
  const unchecked = await app.pool.query(`
    select conname from pg_constraint where not convalidated
      and connamespace = 'public'::regnamespace`)
  deepEqual(unchecked.rows, [])
})

const fieldsOf = (schema: object) => (schema instanceof z.ZodObject ? schema.shape : {})
