import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type Authenticator, openAuthenticator } from '../../../test/authenticator.ts'
import type { Browser } from '../../../test/browser.ts'
import { DAY, HOUR, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes, waitUntil } from '../../../test/test-app.ts'
import { updateCurrentAccount } from './account.shared.ts'
import * as schema from './passkey.shared.ts'

const REN = 'ren@example.test'

/** Opens a test app, with the steps of adding and using passkeys one by one. */
async function passkeyFixtures(t: TestContext) {
  const here = await signInFixtures(t)
  const { browser, signIn, askCode, config } = here
  const { origin } = new URL(config.publicUrl)
  const begin = async (who: Browser, email: string) =>
    (await who.call(schema.beginPasskey, { code: await askCode(who, email, 'passkey') })).body
  /** Signs in with a code and adds a passkey of a new device. */
  const withPasskey = async (email: string, device = openAuthenticator(origin)) => {
    const who = browser()
    await signIn(who, email)
    const made = device.make(await begin(who, email))
    const { body } = await who.call(schema.addPasskey, { name: 'Phone', ...made })
    return { who, device, passkey: body }
  }
  const challenge = async (
    who: Browser,
    purpose: 'sign_in' | 'bank' | 'email' | 'passkey' = 'sign_in',
  ) => (await who.call(schema.createPasskeyChallenge, { purpose })).body
  const logIn = async (who: Browser, passkey: ReturnType<Authenticator['prove']>) =>
    who.call(schema.logInWithPasskey, { passkey })
  const newDevice = () => openAuthenticator(origin)
  return { ...here, origin, begin, withPasskey, challenge, logIn, newDevice }
}

test('RO-10 a person adds a passkey after a code, sees it and removes it, and is mailed of both', async (t) => {
  const { withPasskey, askCode, inbox, runDueJobs, clock, passTime } = await passkeyFixtures(t)
  const { who, passkey } = await withPasskey(MIKA)
  const created_at = clock.now.toISOString()
  deepEqual((await who.call(schema.listPasskeys, {})).body, {
    items: [{ id: passkey.id, name: 'Phone', created_at, used_at: null }],
    total: 1,
  })
  await runDueJobs()
  equal((await inbox(MIKA))[0]!.subject, 'A passkey was added')
  ok((await inbox(MIKA))[0]!.text.includes('“Phone”'))

  passTime(MINUTE)
  const code = await askCode(who, MIKA, 'passkey')
  equal((await who.call(schema.removePasskey, { id: passkey.id, code })).status, 204)
  equal((await who.call(schema.listPasskeys, {})).body.total, 0)
  await runDueJobs()
  equal((await inbox(MIKA))[0]!.subject, 'A passkey was removed')
})

test('RO-10 a passkey is neither added nor removed without a fresh code for it', async (t) => {
  const { withPasskey, browser, signIn, askCode, passTime } = await passkeyFixtures(t)
  const { who, passkey } = await withPasskey(MIKA)
  passTime(MINUTE)
  const wrong = await askCode(who, MIKA, 'bank')
  for (const [confirmation, refused] of [
    [{}, 'input_invalid'],
    [{ code: wrong }, 'code_expired'],
  ] as const) {
    equal((await who.call(schema.beginPasskey, confirmation)).error?.code, refused)
    const remove = { id: passkey.id, ...confirmation }
    equal((await who.call(schema.removePasskey, remove)).error?.code, refused)
  }
  const ren = browser()
  await signIn(ren, REN)
  const code = await askCode(ren, REN, 'passkey')
  equal((await ren.call(schema.removePasskey, { id: passkey.id, code })).error?.code, 'not_found')
  equal((await ren.call(schema.beginPasskey, { code })).status, 200, 'the code was not used up')
  equal((await who.call(schema.listPasskeys, {})).body.total, 1)
})

test('RO-10 only a device that answers this challenge, site and person adds a passkey', async (t) => {
  const { browser, signIn, begin, newDevice, passTime, challenge } = await passkeyFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  const device = newDevice()
  const add = async (made: ReturnType<Authenticator['make']>, who = mika) =>
    (await who.call(schema.addPasskey, { name: 'Phone', ...made })).error?.code
  for (const lies of [
    { origin: 'https://elsewhere.test' },
    { rpId: 'elsewhere.test' },
    { verified: false },
    { type: 'webauthn.get' },
    { attestation: 'packed' as const },
  ]) {
    passTime(HOUR) // for another code
    const made = device.make(await begin(mika, MIKA), lies)
    equal(await add(made), 'passkey_invalid', JSON.stringify(lies))
  }
  passTime(HOUR)
  const begun = await begin(mika, MIKA)
  const { challenge: other } = await challenge(mika)
  equal(await add(device.make({ ...begun, challenge: other })), 'passkey_expired')
  equal(await add({ ...device.make(begun), client_data: 'e30' }), 'passkey_invalid')
  equal(await add(device.make(begun), browser()), 'not_signed_in')
  equal(await add(device.make(begun)), undefined)
  equal(await add(device.make(begun)), 'passkey_expired', 'a challenge works once')

  const ren = browser()
  await signIn(ren, REN)
  const his = await begin(ren, REN)
  equal(await add(newDevice().make(his)), 'passkey_expired', 'the challenge of another person')
  equal(await add(device.make(his), ren), 'passkey_taken')
})

test('RO-10 the challenge for a new passkey ends after five minutes', async (t) => {
  const { browser, signIn, begin, newDevice, passTime } = await passkeyFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  const made = newDevice().make(await begin(mika, MIKA))
  passTime(5 * MINUTE)
  const { error } = await mika.call(schema.addPasskey, { name: 'Phone', ...made })
  equal(error?.code, 'passkey_expired')
})

test('RO-10 an account has at most 20 passkeys, also if ten are added at once', async (t) => {
  const { withPasskey, begin, newDevice, db, passTime } = await passkeyFixtures(t)
  const { who } = await withPasskey(MIKA)
  const mine = await db.selectFrom('passkey').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 11 }, (_, i) => {
    const { id: _id, ...row } = mine
    return { ...row, credential_id: `more${i}` }
  })
  await db.insertInto('passkey').values(more).execute()
  const made = []
  for (let i = 0; i < 10; i++) {
    passTime(4 * HOUR) // for another code
    made.push(newDevice().make(await begin(who, MIKA)))
    await db.updateTable('passkey_challenge').set({ expires_at: '2099-01-01T00:00:00Z' }).execute()
  }
  const answers = await Promise.all(
    made.map((one) => who.call(schema.addPasskey, { name: 'Phone', ...one })),
  )
  deepEqual(countOutcomes(answers), { done: 8, too_many_passkeys: 2 })
  const { error } = await who.call(schema.beginPasskey, { code: '000000' })
  deepEqual(error, { code: 'too_many_passkeys', params: { limit: 20 } })
})

test('SH-12 RO-11 a passkey signs in during maintenance, as administrators must', async (t) => {
  const { withPasskey, challenge, logIn, db } = await passkeyFixtures(t)
  const { who, device } = await withPasskey(MIKA)
  const value = JSON.stringify({ maintenance: true })
  await db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const refusal = async () => (await who.call(schema.listPasskeys, {})).error?.code
  equal(await waitUntil(refusal, (code) => code === 'maintenance'), 'maintenance')
  equal((await logIn(who, device.prove(await challenge(who)))).status, 200)
})

test('RO-11 a passkey signs in like a code: a new session, and the former one ends', async (t) => {
  const { withPasskey, browser, challenge, logIn, clock, db } = await passkeyFixtures(t)
  const { who, device } = await withPasskey(MIKA)
  const { items } = (await who.call(schema.listPasskeys, {})).body
  equal(items[0]!.used_at, null)
  const former = who.jar.get('session')

  const asked = await challenge(who)
  equal(asked.credentials.length, 0, 'a sign-in names nobody’s passkeys')
  const { status, body } = await logIn(who, device.prove(asked))

  equal(status, 200)
  equal(who.jar.get('session'), body.token)
  ok(body.token !== former)
  equal((await db.selectFrom('session').select('id').execute()).length, 1)
  const used = (await who.call(schema.listPasskeys, {})).body.items[0]!.used_at
  equal(used, clock.now.toISOString())

  const elsewhere = browser()
  equal((await logIn(elsewhere, device.prove(await challenge(elsewhere)))).status, 200)
  equal((await elsewhere.call(schema.listPasskeys, {})).body.total, 1)
})

test('RO-11 ten sign-ins at once with one challenge are one sign-in', async (t) => {
  const { withPasskey, browser, challenge, logIn, db } = await passkeyFixtures(t)
  const { device } = await withPasskey(MIKA)
  const who = browser()
  const asked = await challenge(who)
  const proofs = tenTimes(() => device.prove(asked))
  const answers = await Promise.all(proofs.map((proof) => logIn(who, proof)))
  deepEqual(countOutcomes(answers), { done: 1, passkey_expired: 9 })
  equal((await db.selectFrom('session').select('id').execute()).length, 2)
})

test('RO-11 a proof is refused a second time, too late, elsewhere, and for another purpose', async (t) => {
  const { withPasskey, browser, challenge, logIn, passTime } = await passkeyFixtures(t)
  const { who, device } = await withPasskey(MIKA)
  const guest = browser()
  const proof = device.prove(await challenge(guest))
  equal((await logIn(browser(), proof)).error?.code, 'passkey_expired', 'another browser')
  equal((await logIn(guest, proof)).status, 200)
  equal((await logIn(guest, proof)).error?.code, 'passkey_expired', 'a replay')

  const bank = device.prove(await challenge(who, 'bank'))
  equal((await logIn(who, bank)).error?.code, 'passkey_expired', 'another purpose')
  const asGuest = await browser().call(schema.createPasskeyChallenge, { purpose: 'bank' })
  equal(asGuest.error?.code, 'not_signed_in')

  const late = device.prove(await challenge(guest))
  passTime(5 * MINUTE)
  equal((await logIn(guest, late)).error?.code, 'passkey_expired')
})

test('RO-11 a proof of another site, key, person or unverified person is refused', async (t) => {
  const { withPasskey, browser, challenge, logIn, newDevice } = await passkeyFixtures(t)
  const { device } = await withPasskey(MIKA)
  const rens = await withPasskey(REN)
  const guest = browser()
  for (const lies of [
    { origin: 'https://elsewhere.test' },
    { rpId: 'elsewhere.test' },
    { verified: false },
    { type: 'webauthn.create' },
    { userHandle: 'AAAA' },
  ]) {
    const { error } = await logIn(guest, device.prove(await challenge(guest), lies))
    equal(error?.code, 'passkey_invalid', JSON.stringify(lies))
  }
  const unknown = newDevice().prove(await challenge(guest))
  equal((await logIn(guest, unknown)).error?.code, 'passkey_unknown')
  const forged = { ...rens.device.prove(await challenge(guest)), id: device.id }
  equal((await logIn(guest, { ...forged, user_handle: undefined })).error?.code, 'passkey_invalid')
})

test('RO-11 a copied key is noticed by its counter; a device that counts nothing is not refused', async (t) => {
  const { withPasskey, browser, challenge, logIn, origin } = await passkeyFixtures(t)
  const { device } = await withPasskey(MIKA)
  const guest = browser()
  const prove = async (counter: number) =>
    (await logIn(guest, device.prove(await challenge(guest), { counter }))).error?.code
  equal(await prove(7), undefined)
  for (const counter of [7, 6, 0]) equal(await prove(counter), 'passkey_invalid', `${counter}`)
  equal(await prove(8), undefined)

  const synced = openAuthenticator(origin, { counts: false })
  await withPasskey(REN, synced)
  for (let i = 0; i < 2; i++) {
    const who = browser()
    equal((await logIn(who, synced.prove(await challenge(who)))).status, 200)
  }
})

test('RO-11 of ten proofs of one count, a single one signs in', async (t) => {
  const { withPasskey, browser, challenge, logIn } = await passkeyFixtures(t)
  const { device } = await withPasskey(MIKA)
  const guests = tenTimes(() => browser())
  const proofs: ReturnType<Authenticator['prove']>[] = []
  for (const guest of guests) proofs.push(device.prove(await challenge(guest), { counter: 5 }))
  const answers = await Promise.all(guests.map((guest, i) => logIn(guest, proofs[i]!)))
  deepEqual(countOutcomes(answers), { done: 1, passkey_invalid: 9 })
})

test('RO-11 a removed passkey signs nobody in, and the mailed code still does', async (t) => {
  const { withPasskey, browser, challenge, logIn, signIn, passTime } = await passkeyFixtures(t)
  const { who, device, passkey } = await withPasskey(MIKA)
  const proof = device.prove(await challenge(who, 'passkey'))
  equal((await who.call(schema.removePasskey, { id: passkey.id, passkey: proof })).status, 204)
  const guest = browser()
  const { error } = await logIn(guest, device.prove(await challenge(guest)))
  equal(error?.code, 'passkey_unknown')
  passTime(MINUTE)
  equal((await (await signIn(guest, MIKA)).as(schema.listPasskeys, {})).total, 0)
})

test('RO-11 a network that leaves 300 challenges unused in an hour waits for more', async (t) => {
  const { browser, challenge, db, passTime, purge } = await passkeyFixtures(t)
  const guest = browser()
  await challenge(guest)
  const one = await db.selectFrom('passkey_challenge').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: 298 }, (_, i) => ({ ...one, hmac: `${i}` }))
  const used = many.map((row) => ({ ...row, hmac: `used ${row.hmac}`, used_at: row.created_at }))
  await db
    .insertInto('passkey_challenge')
    .values([...many, ...used])
    .execute()
  passTime(MINUTE)
  equal((await guest.call(schema.createPasskeyChallenge, {})).status, 200)
  const { error } = await guest.call(schema.createPasskeyChallenge, {})
  deepEqual(error, { code: 'too_many_requests', params: { seconds: 59 * MINUTE } })
  passTime(59 * MINUTE)
  equal((await guest.call(schema.createPasskeyChallenge, {})).status, 200)

  passTime(3 * DAY)
  await purge()
  equal((await db.selectFrom('passkey_challenge').select('hmac').execute()).length, 0)
})

test('RO-12 a passkey of one’s own confirms a step for which a code would be mailed', async (t) => {
  const { withPasskey, signIn, challenge, newDevice } = await passkeyFixtures(t)
  const { who, device } = await withPasskey(MIKA)
  const rens = await withPasskey(REN)
  const begin = async (proof: ReturnType<Authenticator['prove']>, as = who) =>
    as.call(schema.beginPasskey, { passkey: proof })

  const asked = await challenge(who, 'passkey')
  deepEqual(asked.credentials, [{ id: device.id, transports: ['internal'] }])
  const begun = await begin(device.prove(asked))
  equal(begun.status, 200)
  deepEqual(begun.body.credentials, asked.credentials)
  const made = newDevice().make(begun.body)
  equal((await who.call(schema.addPasskey, { name: 'Key', ...made })).status, 200)

  for (const purpose of ['sign_in', 'bank', 'email'] as const) {
    const { error } = await begin(device.prove(await challenge(who, purpose)))
    equal(error?.code, 'passkey_expired', purpose)
  }
  const foreign = rens.device.prove(await challenge(who, 'passkey'))
  equal((await begin(foreign)).error?.code, 'passkey_unknown', 'the passkey of another person')
  const his = device.prove(await challenge(rens.who, 'passkey'))
  equal((await begin(his, rens.who)).error?.code, 'passkey_unknown')
  const kept = device.prove(await challenge(who, 'passkey'))
  await signIn(who, 'aoi@example.test')
  equal((await begin(kept)).error?.code, 'passkey_expired', 'the challenge of another account')
})

test('RO-12 a new mail address of a person with passkeys needs one of them beside its code', async (t) => {
  const { withPasskey, challenge, askCode, passTime } = await passkeyFixtures(t)
  const { who, device } = await withPasskey(MIKA)
  const rens = await withPasskey(REN)
  const email = 'mika.new@example.test'
  const code = await askCode(who, email, 'email')
  const change = async (passkey?: ReturnType<Authenticator['prove']>) =>
    who.call(updateCurrentAccount, { email, code, ...(passkey && { passkey }) })
  equal((await change()).error?.code, 'email_change_needs_passkey')
  const foreign = rens.device.prove(await challenge(who, 'email'))
  equal((await change(foreign)).error?.code, 'passkey_unknown')
  const bank = device.prove(await challenge(who, 'bank'))
  equal((await change(bank)).error?.code, 'passkey_expired')
  const proof = device.prove(await challenge(who, 'email'))
  equal((await who.call(updateCurrentAccount, { email, passkey: proof })).status, 422)
  equal((await change(proof)).body.email, email)
  passTime(MINUTE)
  equal((await change(proof)).status, 200, 'it is the address already')
})
