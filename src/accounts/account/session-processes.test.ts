import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { newSession } from '../../../test/access-fixtures.ts'
import { asPerson } from '../../../test/call.ts'
import { secondProcess } from '../../../test/second-process.ts'
import { testApp } from '../../../test/test-app.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { endSession, getCurrentAccount } from './account.shared.ts'

const SECOND_MS = 1_000

test('SH-08 a session that is ended in one process is dead in every other within a second', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika')
  const other = await secondProcess(here)
  const { id, token } = await newSession(here, mika.account_id)
  const stolen = [here.url, other.url].map((url) => asPerson(url, token))
  for (const call of stolen) equal((await call(getCurrentAccount, {})).email, mika.email)
  await mika.call(endSession, { id })
  const start = performance.now()
  for (const call of stolen)
    equal((await call(getCurrentAccount, {})).error?.code, 'session_expired')
  ok(performance.now() - start < SECOND_MS)
  const pages = await Promise.all(
    [here.url, other.url].map((url) =>
      fetch(`${url}/account/security`, {
        headers: { cookie: `session=${token}` },
        redirect: 'manual',
      }),
    ),
  )
  for (const page of pages) ok(!(await page.text()).includes(mika.email))
})

test('RO-04 a role that is granted or taken counts at the next request, in every process', async (t) => {
  const here = await testApp(t)
  const [mika, sora] = [await here.person('Mika'), await here.person('Sora', { role: 'ADMIN' })]
  await sora.call(changeSettings, { version: 0, reason: 'ours', company_domains: 'example.test' })
  const other = await secondProcess(here)
  const callers = [here.url, other.url].map((url) => asPerson(url, mika.token))
  const outcomes = async () =>
    Promise.all(callers.map(async (call) => (await call(listCreatedAssets, {})).error?.code))
  const put = (role: 'ORH' | 'STANDARD_USER') =>
    sora.call(putUserRole, { id: mika.account_id, role, reason: 'asked' })
  for (let i = 0; i < 3; i++) {
    deepEqual(await outcomes(), ['creators_only', 'creators_only'])
    equal((await put('ORH')).error, undefined)
    deepEqual(await outcomes(), [undefined, undefined])
    await put('STANDARD_USER')
  }
})
