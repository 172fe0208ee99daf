import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { newSession } from '../../../test/access-fixtures.ts'
import { asPerson } from '../../../test/call.ts'
import { crashApp } from '../../../test/crash-app.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { endSession, getCurrentAccount, logOut } from './account.shared.ts'

/** Starts two processes of the operating system on one database, with Mika and an administrator. */
async function twoProcesses(t: TestContext) {
  const here = await crashApp(t)
  const second = await here.secondWeb()
  const mika = await here.person('Mika')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const inBoth = (token: string) => [here.url, second.url].map((url) => asPerson(url, token))
  return { here, second, mika, sora, inBoth }
}
type Processes = Awaited<ReturnType<typeof twoProcesses>>

test('two processes of the operating system follow each other', async (t) => {
  const processes = await twoProcesses(t)
  await t.test(
    'SH-08 a session that ends in one process is dead in another at its next request, whatever ended it',
    () => assertSessionsEnd(processes),
  )
  await t.test(
    'RO-04 a role that is granted or taken counts at the next request, in every process',
    () => assertRoleCounts(processes),
  )
})

/** Ends sessions of Mika, by herself and by her suspension. */
async function assertSessionsEnd({ here, second, mika, sora, inBoth }: Processes) {
  const suspend = () =>
    sora.call(putSuspension, { id: mika.account_id, suspended: true, reason: 'asked' })
  const ways: [string, (session: { id: string; token: string }) => Promise<{ error?: unknown }>][] =
    [
      ['its person ends it', async ({ id }) => (await mika.call(endSession, { id })) ?? {}],
      ['a sign-out', async ({ token }) => (await asPerson(second.url, token)(logOut, {})) ?? {}],
      ['a suspension', suspend],
    ]
  for (const [name, end] of ways) {
    const session = await newSession(here, mika.account_id)
    const calls = inBoth(session.token)
    for (const call of calls) equal((await call(getCurrentAccount, {})).email, mika.email, name)
    equal((await end(session)).error, undefined, name)
    for (const call of calls)
      equal((await call(getCurrentAccount, {})).error?.code, 'session_expired', name)
    const pages = [here.url, second.url].map(async (url) => {
      const headers = { cookie: `session=${session.token}` }
      return (await fetch(`${url}/account/security`, { headers, redirect: 'manual' })).text()
    })
    for (const page of await Promise.all(pages)) ok(!page.includes(mika.email), name)
  }
}

async function assertRoleCounts({ here, sora, inBoth }: Processes) {
  const aoi = await here.person('Aoi')
  await sora.call(changeSettings, { version: 0, reason: 'ours', company_domains: 'example.test' })
  const outcomes = async () =>
    Promise.all(
      inBoth(aoi.token).map(async (call) => (await call(listCreatedAssets, {})).error?.code),
    )
  const put = (role: 'ORH' | 'STANDARD_USER') =>
    sora.call(putUserRole, { id: aoi.account_id, role, reason: 'asked' })
  for (let i = 0; i < 3; i++) {
    deepEqual(await outcomes(), ['creators_only', 'creators_only'])
    equal((await put('ORH')).error, undefined)
    deepEqual(await outcomes(), [undefined, undefined])
    await put('STANDARD_USER')
  }
}
