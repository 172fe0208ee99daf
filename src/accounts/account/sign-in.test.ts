import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { BodyOf } from '#core/http/endpoint.ts'
import { MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes } from '../../../test/test-app.ts'
import { getCurrentAccount, logIn, signAccountProof } from './account.shared.ts'

test('SH-07 AP-20 a mailed code signs a new person in, and the same person again later', async (t) => {
  const { browser, askCode, prove, passTime } = await signInFixtures(t)
  const mika = browser()
  const proof = await prove(mika, MIKA, await askCode(mika, MIKA))
  equal(proof.status, 200)
  equal((await mika.call(logIn, proof.body)).status, 200)
  const me = (await mika.call(getCurrentAccount, {})).body
  deepEqual([me.email, me.role], [MIKA, 'STANDARD_USER'])
  match(me.wallet_address, /^0x[0-9a-f]{16}$/)
  ok(!me.username.includes('mika'), 'the first username reveals nothing of the mail address')

  passTime(MINUTE)
  const again = await prove(mika, MIKA, await askCode(mika, MIKA))
  await mika.call(logIn, again.body)
  deepEqual((await mika.call(getCurrentAccount, {})).body, me)
})

test('SH-06 two nonces differ, and each signs in once', async (t) => {
  const { browser, askCode, prove, nonce } = await signInFixtures(t)
  const mika = browser()
  notEqual(await nonce(mika), await nonce(mika))
  const { body: proof } = await prove(mika, MIKA, await askCode(mika, MIKA))
  equal((await mika.call(logIn, proof)).status, 200)
  const replayed = await mika.call(logIn, proof)
  deepEqual([replayed.status, replayed.error?.code], [401, 'nonce_invalid'])
})

test('SH-06 a proof used fifty times at once signs in once', async (t) => {
  const { browser, askCode, prove, db } = await signInFixtures(t)
  const mika = browser()
  const { body: proof } = await prove(mika, MIKA, await askCode(mika, MIKA))
  const answers = await Promise.all(Array.from({ length: 50 }, () => mika.call(logIn, proof)))
  deepEqual(countOutcomes(answers), { done: 1, nonce_invalid: 49 })
  equal((await db.selectFrom('account').select('id').execute()).length, 1)
  equal((await db.selectFrom('session').select('id').execute()).length, 1)
})

test('SH-06 a nonce expires after five minutes, for the wallet and for the app', async (t) => {
  const { browser, askCode, prove, nonce, passTime } = await signInFixtures(t)
  const mika = browser()
  const code = await askCode(mika, MIKA)
  const old = await nonce(mika)
  const { body: proof } = await prove(mika, MIKA, code)
  passTime(5 * MINUTE)
  const late = await mika.call(logIn, proof)
  deepEqual([late.status, late.error?.code], [401, 'nonce_invalid'])
  const signed = await mika.call(signAccountProof, { email: MIKA, code, nonce: old })
  equal(signed.error?.code, 'nonce_invalid')
})

test('SH-06 an altered proof is refused', async (t) => {
  const { browser, askCode, prove, nonce, signIn } = await signInFixtures(t)
  const [mika, thief] = [browser(), browser()]
  await signIn(thief, 'thief@example.test')
  const theirs = (await thief.call(getCurrentAccount, {})).body.wallet_address
  const { body: proof } = await prove(mika, MIKA, await askCode(mika, MIKA))
  const [signature] = proof.signatures
  const changed: [string, Partial<BodyOf<typeof logIn>>][] = [
    ['another wallet', { address: theirs, signatures: [{ ...signature!, addr: theirs }] }],
    ['an unknown wallet', { address: '0x1', signatures: [{ ...signature!, addr: '0x1' }] }],
    ['another nonce', { nonce: await nonce(mika) }],
    ['another signature', { signatures: [{ ...signature!, signature: 'ab'.repeat(64) }] }],
    ['another key', { signatures: [{ ...signature!, keyId: 1 }] }],
    ['the key twice', { signatures: [signature!, signature!] }],
  ]
  for (const [what, change] of changed) {
    const answer = await mika.call(logIn, { ...proof, ...change })
    deepEqual([answer.status, answer.error?.code], [401, 'proof_invalid'], what)
  }
  equal((await mika.call(logIn, proof)).status, 200, 'a refused proof does not use up the nonce')
})

test('SH-06 a proof from another browser is refused', async (t) => {
  const { browser, program, askCode, prove, nonce } = await signInFixtures(t)
  const [thief, script, mika, fresh] = [browser(), program(), browser(), browser()]
  await nonce(mika)
  const own = await prove(thief, 'thief@example.test', await askCode(thief, 'thief@example.test'))
  const direct = await prove(
    script,
    'script@example.test',
    await askCode(script, 'script@example.test'),
  )

  for (const victim of [mika, fresh])
    for (const { body: foreign } of [own, direct]) {
      const answer = await victim.call(logIn, foreign)
      deepEqual([answer.status, answer.error?.code], [401, 'nonce_invalid'])
      ok(![...victim.jar.keys()].includes('session'))
    }
  equal((await thief.call(logIn, own.body)).status, 200)
  equal((await script.call(logIn, direct.body)).status, 200)
})

test('SH-06 a code requested by another browser is refused', async (t) => {
  const { browser, askCode, prove } = await signInFixtures(t)
  const [mika, thief] = [browser(), browser()]
  const code = await askCode(mika, MIKA)
  equal((await prove(thief, MIKA, code)).error?.code, 'code_expired')
  equal((await prove(mika, MIKA, code)).status, 200)
})

test('SH-06 the wallet signs only nonces that this app gave this browser', async (t) => {
  const { browser, askCode, nonce } = await signInFixtures(t)
  const [mika, thief] = [browser(), browser()]
  const code = await askCode(mika, MIKA)
  for (const foreign of [await nonce(thief), 'ab'.repeat(32)]) {
    const { status, error } = await mika.call(signAccountProof, {
      email: MIKA,
      code,
      nonce: foreign,
    })
    deepEqual([status, error?.code], [401, 'nonce_invalid'])
  }
})
