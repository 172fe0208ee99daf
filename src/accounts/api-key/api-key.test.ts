import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  listCreatedAssets,
  listListedAssets,
  updateAsset,
} from '#src/catalog/asset/asset.shared.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { newSession } from '../../../test/access-fixtures.ts'
import { asPerson } from '../../../test/call.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { codeFor, makeKey } from '../../../test/mailed-codes.ts'
import { createTitle } from '../../../test/titles.ts'
import { uploadForm } from '../../../test/uploads.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import * as keys from './api-key.shared.ts'

test('AK-01 a key is shown once, is known by its beginning and day of last use, and stored as a hash', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { key, ...made } = await makeKey(here, mika, {
    name: 'Shop',
    scopes: ['read', 'titles'],
  })
  match(key, /^renban_[\w-]{43}$/)
  equal(made.prefix, key.slice(0, 11))
  const list = async () => (await mika.call(keys.listApiKeys, {})).items
  deepEqual(await list(), [made])
  equal(made.used_on, null)
  const stored = () =>
    here.app.db
      .selectFrom('api_key')
      .selectAll()
      .select(sql<string>`xmin::text`.as('xmin'))
      .executeTakeFirstOrThrow()
  ok(!JSON.stringify(await stored()).includes(key.slice(11)))

  const program = asPerson(here.url, key)
  equal((await program(listCreatedAssets, {})).total, 0)
  equal((await list())[0]!.used_on, '2030-01-01')
  const { xmin } = await stored()
  await program(listCreatedAssets, {})
  equal((await stored()).xmin, xmin) // no write for each call
  here.clock.now = new Date('2030-01-01T16:00:00Z')
  await program(listCreatedAssets, {})
  equal((await list())[0]!.used_on, '2030-01-02')
})

test('AK-01 the owner is told of a new key, once', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  await makeKey(here, mika, { name: 'Shop', scopes: ['read'] })
  await here.app.runDueJobs()
  const { items } = await mika.call(listNotifications, {})
  const [told, ...others] = items.filter(({ path }) => path === '/account/api_keys')
  deepEqual(others, [])
  const [mail] = await here.inbox(mika.email)
  equal(mail!.subject, told!.subject)
  match(mail!.text, /“Shop” was created/)
  ok(!mail!.text.includes('renban_'))
})

test('AK-02 a revoked, wrong or former key is refused at the next call', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const { id, key } = await makeKey(here, mika, { name: 'Shop', scopes: ['read'] })
  const codeOf = async (token: string) =>
    (await asPerson(here.url, token)(listCreatedAssets, {})).error?.code
  const revokedBy = async (who: typeof mika) =>
    ((await who.call(keys.revokeApiKey, { id })) as { error?: { code: string } } | undefined)?.error
      ?.code
  equal(await codeOf(key), undefined)
  equal(await codeOf(`${key}A`), 'api_key_invalid')
  equal(await codeOf(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`), 'api_key_invalid')
  equal(await revokedBy(aoi), 'not_found')
  equal(await codeOf(key), undefined)
  equal(await revokedBy(mika), undefined)
  equal(await codeOf(key), 'api_key_invalid')
  equal(await revokedBy(mika), 'not_found')
  deepEqual((await mika.call(keys.listApiKeys, {})).items, [])
})

test('AK-03 a key does what its scopes allow, for its owner alone', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const keyOf = async (who: typeof mika, scopes: keys.Scope[]) =>
    asPerson(here.url, (await makeKey(here, who, { name: 'Shop', scopes })).key)
  const change = { kid: film.kid, title: 'By a program' }
  const reader = await keyOf(mika, ['read', 'sales'])
  equal((await reader(updateAsset, change)).error?.code, 'api_key_forbidden')
  equal((await reader(getCurrentAccount, {})).error?.code, 'api_key_forbidden')
  const foreign = await keyOf(aoi, [...keys.scopes])
  equal((await foreign(updateAsset, change)).error?.code, 'forbidden')
  const writer = await keyOf(mika, ['titles'])
  equal((await writer(updateAsset, change)).title, 'By a program')
  equal((await writer(listCreatedAssets, {})).error?.code, 'api_key_forbidden')
  const song = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
  const upload = (sale_price: number | null) => uploadForm(mika, song, { sale_price })
  equal((await writer(beginUpload, upload(500))).error?.code, 'api_key_forbidden')
  equal((await writer(beginUpload, upload(null))).error, undefined)
})

test('AK-03 a key is worth what its owner is at the moment of the call', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { key } = await makeKey(here, mika, { name: 'Shop', scopes: ['read'] })
  const program = asPerson(here.url, key)
  const become = (role: 'STANDARD_USER' | 'ORH') =>
    here.app.db.updateTable('account').set({ role }).where('id', '=', mika.account_id).execute()
  await become('STANDARD_USER')
  for (const endpoint of [listCreatedAssets, listListedAssets])
    // the second is open to guests
    equal((await program(endpoint, {})).error?.code, 'creators_only')
  await become('ORH')
  equal((await program(listCreatedAssets, {})).error, undefined)
})

test('AK-03 outside API calls the holder of a key is a guest', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const { key } = await makeKey(here, mika, { name: 'Shop', scopes: [...keys.scopes] })
  const fetched = (token: string, path: string) =>
    fetch(here.url + path, { headers: { authorization: `Bearer ${token}` } })
  const share = `/downloads/${'x'.repeat(43)}`
  equal((await fetched(key, share)).status, (await fetched('none', share)).status)
  equal((await fetched(key, `/api/2.0/assets/${film.kid}`)).status, 200)
  equal((await fetched(key, '/api/2.0/no_such_call')).status, 404)
})

test('AK-04 a person has at most twenty keys, also if many are made at once', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const fields = { name: 'Shop', scopes: ['read' as const] }
  const make = () => makeKey(here, mika, fields)
  /** Makes a key in a session of its own, because a code works once and only the newest of a session. */
  const makeAnew = async () => {
    const { token } = await newSession(here, mika.account_id)
    return makeKey(here, { ...mika, token, call: asPerson(here.url, token) }, fields)
  }
  for (let i = 0; i < keys.API_KEYS_MAX - 4; i++) await make()
  deepEqual(countOutcomes(await Promise.all(tenTimes(makeAnew))), { done: 4, too_many_api_keys: 6 })
  const { items } = await mika.call(keys.listApiKeys, {})
  await mika.call(keys.revokeApiKey, { id: items[0]!.id })
  equal((await make()).error, undefined)
  const ren = await here.person('Ren')
  equal((await ren.call(keys.createApiKey, fields)).error?.code, 'creators_only')
  const twice = { name: 'Shop', scopes: ['read' as const, 'read' as const] }
  equal((await mika.call(keys.createApiKey, twice)).error?.code, 'input_invalid')
  const none = { name: 'Shop', scopes: [] }
  equal((await mika.call(keys.createApiKey, none)).error?.code, 'input_invalid')
})

test('AK-05 a key is made with a fresh code or a passkey only, and none in vain', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const fields = { name: 'Shop', scopes: ['read' as const] }
  const make = async (confirmation: { code?: string }) =>
    (await mika.call(keys.createApiKey, { ...fields, ...confirmation })).error?.code
  equal(await make({}), 'input_invalid')
  equal(await make({ code: '123456' }), 'code_expired')
  const bank = await codeFor(here, mika, 'bank')
  equal(await make({ code: bank }), 'code_expired', 'a code for another step')
  const code = await codeFor(here, mika, 'api_key')
  equal(await make({ code: '000000' }), 'code_wrong')
  equal(await make({ code }), undefined)
  equal(await make({ code }), 'code_expired', 'a code works once')
  equal((await mika.call(keys.listApiKeys, {})).total, 1)
  for (let i = 1; i < keys.API_KEYS_MAX; i++) await makeKey(here, mika, fields)
  equal(await make({ code: await codeFor(here, mika, 'api_key') }), 'too_many_api_keys')
  const [one] = (await mika.call(keys.listApiKeys, {})).items
  await mika.call(keys.revokeApiKey, { id: one!.id })
  equal(await make({ code: '123456' }), undefined, 'the code was not used up')
})

test('AK-04 each key may make so many requests a minute', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const make = async () =>
    asPerson(here.url, (await makeKey(here, mika, { name: 'Shop', scopes: ['sales'] })).key)
  const [one, other] = [await make(), await make()]
  const refused = async (program: typeof one) =>
    (await program(listCreatedAssets, {})).error?.code ?? 'done'
  const codes = new Set<string>()
  for (let i = 0; i < keys.API_KEY_REQUESTS_PER_MINUTE; i++) codes.add(await refused(one))
  deepEqual([...codes], ['api_key_forbidden'])
  equal(await refused(one), 'too_many_requests')
  equal(await refused(other), 'api_key_forbidden')
})
