import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import type { Person } from '../../../test/people.ts'
import { tenTimes, travelTo, testApp } from '../../../test/test-app.ts'
import { getUserRole, listUsers, putUserRole } from './user.shared.ts'

/** Sora is an administrator, Mika has a company address, Ren and Aoi have similar addresses. */
async function setup(t: TestContext) {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [mika, ren, aoi] = [
    await here.person('Mika'),
    await here.person('Ren'),
    await here.person('Aoi'),
  ]
  const setEmail = (who: Person, email: string) =>
    here.app.db.updateTable('account').set({ email }).where('id', '=', who.account_id).execute()
  await setEmail(mika, 'Mika@Film.example')
  await setEmail(ren, 'ren@film.example.evil')
  await setEmail(aoi, 'aoi@notfilm.example')
  const allow = (company_domains: string, version = 0) =>
    sora.call(changeSettings, { company_domains, version, reason: 'our domains' })
  return { here, sora, mika, ren, aoi, allow }
}

const found = async (who: Person, q?: string) =>
  (await who.call(listUsers, { q })).items.map(({ username }) => username)

test('RO-04 RO-06 RO-07 only people of the company’s domains are found, and no one while none is set', async (t) => {
  const { sora, ren, aoi, mika, allow } = await setup(t)
  deepEqual(await found(sora), [])
  equal((await allow('film.example, @x')).error?.code, 'input_invalid')
  await allow('film.example, studio.example')

  deepEqual(await found(sora), ['Mika'])
  deepEqual(await found(sora, 'MIKA@film'), ['Mika'])
  deepEqual(await found(sora, 'ren@film.example.evil'), [])
  deepEqual(await found(sora, '%'), [])
  const { total, user_count, domains } = await sora.call(listUsers, { limit: 1 })
  deepEqual([total, user_count, domains], [1, 4, ['film.example', 'studio.example']])
  for (const { account_id: id } of [ren, aoi]) {
    equal((await sora.call(getUserRole, { id })).error?.code, 'not_found')
    const put = await sora.call(putUserRole, { id, role: 'ORH', reason: 'asked' })
    equal(put.error?.code, 'not_found')
  }
  equal((await mika.call(listUsers, {})).error?.code, 'admins_only')
  equal((await ren.call(getCurrentAccount, {})).role, 'STANDARD_USER')
})

test('RO-04 an administrator grants and withdraws the creator role, and each change is recorded', async (t) => {
  const { here, sora, mika, allow } = await setup(t)
  await allow('film.example')
  const id = mika.account_id
  const put = (role: 'ORH' | 'STANDARD_USER', reason: string) =>
    sora.call(putUserRole, { id, role, reason })
  equal((await put('ORH', ' ')).error?.code, 'input_invalid')

  equal((await put('ORH', 'makes films')).role, 'ORH')
  equal((await mika.call(getCurrentAccount, {})).role, 'ORH')
  await put('ORH', 'once more') // has the role already: no change
  await travelTo(here, '2030-01-02T00:00:00Z')
  await put('STANDARD_USER', 'left')

  equal((await mika.call(getCurrentAccount, {})).role, 'STANDARD_USER')
  const { changes } = await sora.call(getUserRole, { id })
  deepEqual(
    changes.map(({ changed_by, from_role, to_role, reason }) => [
      changed_by,
      from_role,
      to_role,
      reason,
    ]),
    [
      ['Sora', 'ORH', 'STANDARD_USER', 'left'],
      ['Sora', 'STANDARD_USER', 'ORH', 'makes films'],
    ],
  )
})

test('RO-04 the administrator role can be neither granted nor withdrawn on the page', async (t) => {
  const { here, sora, mika, allow } = await setup(t)
  await allow('example.test')
  const toru = await here.person('Toru', { role: 'ADMIN' })
  const put = (id: string, role: string) =>
    sora.call(putUserRole, { id, role: role as 'ORH', reason: 'trial' })
  for (const { account_id } of [toru, sora])
    equal((await put(account_id, 'STANDARD_USER')).error?.code, 'forbidden')
  equal((await put(mika.account_id, 'ADMIN')).error?.code, 'input_invalid')
  equal((await toru.call(getCurrentAccount, {})).role, 'ADMIN')
})

test('RO-04 the role of a creator who left the company’s domain can be taken back, and not granted again', async (t) => {
  const { here, sora, mika, ren, allow } = await setup(t)
  await allow('film.example')
  const id = mika.account_id
  const put = (role: 'ORH' | 'STANDARD_USER') =>
    sora.call(putUserRole, { id, role, reason: 'left the company' })
  equal((await put('ORH')).role, 'ORH')
  const email = 'mika@elsewhere.example'
  await here.app.db.updateTable('account').set({ email }).where('id', '=', id).execute()
  deepEqual(await found(sora), ['Mika'])
  for (const q of ['elsewhere.example', 'mika']) deepEqual(await found(sora, q), [])
  equal((await sora.call(getUserRole, { id })).email, email)

  const answers = await Promise.all(tenTimes(() => put('STANDARD_USER')))
  equal(answers.filter(({ role }) => role === 'STANDARD_USER').length > 0, true)
  equal((await mika.call(getCurrentAccount, {})).role, 'STANDARD_USER')
  deepEqual(await found(sora), [])
  equal((await put('ORH')).error?.code, 'not_found')
  equal((await sora.call(getUserRole, { id: ren.account_id })).error?.code, 'not_found')
})
