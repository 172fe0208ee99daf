import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openFlow } from '#src/integrations/flow/flow.ts'
import { sql } from 'kysely'
import type { Browser } from '../../../test/browser.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { EARLY_KEY, ONE_KEY, type Proof, signWith, TWO_KEYS } from '../../../test/wallets.ts'
import { getCurrentAccount, logIn } from './account.shared.ts'
import * as schema from './linked-wallet.shared.ts'

const REN = 'ren@example.test'

/** Opens a test app, with the steps of linking and using wallets one by one. */
async function walletFixtures(t: TestContext) {
  const here = await signInFixtures(t)
  const { browser, signIn, askCode, nonce, config } = here
  const origin = new URL(config.publicUrl).origin
  const sign = (address: string, signed: string, site?: string) =>
    signWith({ address, nonce: signed, origin }, site)
  const begin = async (who: Browser, email: string) =>
    (await who.call(schema.beginWallet, { code: await askCode(who, email, 'wallet') })).body.nonce
  /** Signs in with a code and links a wallet. */
  const withWallet = async (email: string, address = ONE_KEY) => {
    const who = browser()
    await signIn(who, email)
    const proof = await sign(address, await begin(who, email))
    const { body } = await who.call(schema.linkWallet, proof)
    return { who, wallet: body }
  }
  const enter = async (who: Browser, address: string) =>
    who.call(logIn, await sign(address, await nonce(who)))
  return { ...here, sign, begin, withWallet, enter }
}

test('RO-13 a person links a wallet after a code, sees it and unlinks it, and is told of both', async (t) => {
  const { withWallet, askCode, inbox, runDueJobs, clock, passTime, db } = await walletFixtures(t)
  const { who, wallet } = await withWallet(MIKA)
  const created_at = clock.now.toISOString()
  deepEqual((await who.call(schema.listLinkedWallets, {})).body, {
    items: [{ id: wallet.id, address: ONE_KEY, created_at, used_at: null, copies: 0 }],
    total: 1,
  })
  await runDueJobs()
  equal((await inbox(MIKA))[0]!.subject, 'A wallet was linked')
  ok((await inbox(MIKA))[0]!.text.includes(ONE_KEY))

  passTime(MINUTE)
  const code = await askCode(who, MIKA, 'wallet')
  equal((await who.call(schema.unlinkWallet, { id: wallet.id, code })).status, 204)
  equal((await who.call(schema.listLinkedWallets, {})).body.total, 0)
  await runDueJobs()
  equal((await inbox(MIKA))[0]!.subject, 'A wallet was unlinked')
  const told = await db.selectFrom('notification').select(['subject', 'path']).execute()
  deepEqual(
    told.map(({ subject }) => subject),
    ['A wallet was linked', 'A wallet was unlinked'],
  )
  equal(told[0]!.path, '/account/security')
})

test('RO-13 a wallet is neither linked nor unlinked without a fresh code for it', async (t) => {
  const { withWallet, browser, signIn, askCode, nonce, sign, passTime } = await walletFixtures(t)
  const { who, wallet } = await withWallet(MIKA)
  passTime(MINUTE)
  const wrong = await askCode(who, MIKA, 'passkey')
  for (const [confirmation, refused] of [
    [{}, 'input_invalid'],
    [{ code: wrong }, 'code_expired'],
  ] as const) {
    equal((await who.call(schema.beginWallet, confirmation)).error?.code, refused)
    const unlink = { id: wallet.id, ...confirmation }
    equal((await who.call(schema.unlinkWallet, unlink)).error?.code, refused)
  }
  const unconfirmed = await sign(EARLY_KEY, await nonce(who))
  equal((await who.call(schema.linkWallet, unconfirmed)).error?.code, 'nonce_invalid')

  const ren = browser()
  await signIn(ren, REN)
  const code = await askCode(ren, REN, 'wallet')
  equal((await ren.call(schema.unlinkWallet, { id: wallet.id, code })).error?.code, 'not_found')
  equal((await ren.call(schema.beginWallet, { code })).status, 200, 'the code was not used up')
  equal((await who.call(schema.listLinkedWallets, {})).body.total, 1)
})

test('RO-13 only a wallet that signs this nonce, for this site, is linked', async (t) => {
  const { browser, signIn, begin, sign, passTime } = await walletFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  const link = async (proof: Proof, who = mika) =>
    (await who.call(schema.linkWallet, proof)).error?.code
  const begun = await begin(mika, MIKA)
  const proof = await sign(ONE_KEY, begun)
  const { signatures } = await sign(EARLY_KEY, begun)
  const elsewhere = await sign(ONE_KEY, begun, 'https://elsewhere.test')
  const [one] = (await sign(TWO_KEYS, begun)).signatures
  equal(await link(elsewhere), 'proof_invalid', 'another site')
  equal(await link({ ...proof, signatures }), 'proof_invalid', 'another wallet’s signatures')
  equal(await link({ ...proof, address: EARLY_KEY }), 'proof_invalid', 'another address')
  equal(
    await link({ address: TWO_KEYS, nonce: begun, signatures: [one!] }),
    'proof_invalid',
    'one key of half weight',
  )
  const unknown = '0x9a0766d93b6608b7' // on the chain, without keys that the node knows
  const claimed = signatures.map((signature) => ({ ...signature, addr: unknown }))
  equal(
    await link({ address: unknown, nonce: begun, signatures: claimed }),
    'proof_invalid',
    'no such account',
  )
  const ren = browser()
  await signIn(ren, REN)
  equal(await link(proof, ren), 'nonce_invalid', 'another person and browser')
  await signIn(mika, 'aoi@example.test')
  equal(await link(proof), 'nonce_invalid', 'another person of this browser')
  passTime(MINUTE)
  await signIn(mika, MIKA)
  equal(await link(proof), undefined)
  equal(await link(proof), 'nonce_invalid', 'a nonce works once')
  passTime(MINUTE)
  const late = await sign(EARLY_KEY, await begin(mika, MIKA))
  passTime(5 * MINUTE)
  equal(await link(late), 'nonce_invalid', 'too late')
})

test('RO-13 a wallet of another account is refused, and free again once it is unlinked there', async (t) => {
  const { withWallet, browser, signIn, begin, sign, askCode, passTime } = await walletFixtures(t)
  const mika = await withWallet(MIKA)
  const ren = browser()
  await signIn(ren, REN)
  const proof = await sign(ONE_KEY, await begin(ren, REN))
  equal((await ren.call(schema.linkWallet, proof)).error?.code, 'wallet_taken')
  passTime(MINUTE)
  const code = await askCode(mika.who, MIKA, 'wallet')
  await mika.who.call(schema.unlinkWallet, { id: mika.wallet.id, code })
  equal((await ren.call(schema.linkWallet, proof)).status, 200)
})

test('RO-13 of ten people who link one wallet at once, one succeeds', async (t) => {
  const { browser, signIn, begin, sign, db } = await walletFixtures(t)
  const people = []
  for (const email of tenTimes((i) => `p${i}@example.test`)) {
    const who = browser()
    await signIn(who, email)
    people.push({ who, proof: await sign(ONE_KEY, await begin(who, email)) })
  }
  const answers = await Promise.all(
    people.map(({ who, proof }) => who.call(schema.linkWallet, proof)),
  )
  deepEqual(countOutcomes(answers), { done: 1, wallet_taken: 9 })
  equal((await db.selectFrom('linked_wallet').select('id').execute()).length, 1)
})

test('RO-13 ten links at once with one proof are one, with one mail', async (t) => {
  const { browser, signIn, begin, sign, runDueJobs, inbox } = await walletFixtures(t)
  const who = browser()
  await signIn(who, MIKA)
  const proof = await sign(ONE_KEY, await begin(who, MIKA))
  const answers = await Promise.all(tenTimes(() => who.call(schema.linkWallet, proof)))
  deepEqual(countOutcomes(answers), { done: 1, nonce_invalid: 9 })
  await runDueJobs()
  const mails = (await inbox(MIKA)).filter(({ subject }) => subject === 'A wallet was linked')
  equal(mails.length, 1)
})

test('RO-13 an account has at most five wallets, also if several are linked at once', async (t) => {
  const { withWallet, begin, sign, db, passTime } = await walletFixtures(t)
  const { who } = await withWallet(MIKA)
  const { id: _id, ...mine } = await db
    .selectFrom('linked_wallet')
    .selectAll()
    .executeTakeFirstOrThrow()
  const more = [1, 2, 3].map((n) => ({ ...mine, address: `0x000000000000000${n}` }))
  await db.insertInto('linked_wallet').values(more).execute()
  const proofs: Proof[] = []
  for (const address of [EARLY_KEY, TWO_KEYS]) {
    passTime(2 * MINUTE)
    proofs.push(await sign(address, await begin(who, MIKA)))
  }
  const answers = await whileLocked(db, {
    lock: sql`select from account for update`,
    action: () => Promise.all(proofs.map((proof) => who.call(schema.linkWallet, proof))),
    waiters: 2,
  })
  deepEqual(countOutcomes(answers), { done: 1, too_many_wallets: 1 })
  const { error } = await who.call(schema.beginWallet, { code: '000000' })
  deepEqual(error, { code: 'too_many_wallets', params: { limit: 5 } })
})

test('RO-14 a linked wallet signs in to its account, with each kind of keys', async (t) => {
  const { withWallet, browser, enter, clock, db } = await walletFixtures(t)
  for (const [i, address] of [ONE_KEY, EARLY_KEY, TWO_KEYS].entries()) {
    const email = `p${i}@example.test`
    const { who } = await withWallet(email, address)
    const elsewhere = browser()
    const { status, body } = await enter(elsewhere, address)
    equal(status, 200)
    equal(elsewhere.jar.get('session'), body.token)
    equal((await elsewhere.call(getCurrentAccount, {})).body.email, email)
    const { items } = (await who.call(schema.listLinkedWallets, {})).body
    equal(items[0]!.used_at, clock.now.toISOString())
  }
  equal((await db.selectFrom('account').select('id').execute()).length, 3)
})

test('RO-14 a wallet’s sign-in ends the browser’s former session', async (t) => {
  const { withWallet, enter, db } = await walletFixtures(t)
  const { who } = await withWallet(MIKA)
  const former = who.jar.get('session')
  equal((await enter(who, ONE_KEY)).status, 200)
  ok(who.jar.get('session') !== former)
  equal((await db.selectFrom('session').select('id').execute()).length, 1)
})

test('RO-14 a wallet that is not linked opens no account, nor one that was unlinked', async (t) => {
  const { withWallet, browser, enter, askCode, passTime, db } = await walletFixtures(t)
  const { who, wallet } = await withWallet(MIKA)
  equal((await enter(browser(), EARLY_KEY)).error?.code, 'wallet_unknown')
  passTime(MINUTE)
  const code = await askCode(who, MIKA, 'wallet')
  await who.call(schema.unlinkWallet, { id: wallet.id, code })
  equal((await enter(browser(), ONE_KEY)).error?.code, 'wallet_unknown')
  equal((await db.selectFrom('account').select('id').execute()).length, 1)
})

test('RO-14 a proof is refused a second time, elsewhere, and if it was made for linking', async (t) => {
  const { withWallet, browser, nonce, sign, begin, passTime } = await walletFixtures(t)
  const { who } = await withWallet(MIKA)
  const guest = browser()
  const proof = await sign(ONE_KEY, await nonce(guest))
  equal((await browser().call(logIn, proof)).error?.code, 'nonce_invalid', 'another browser')
  equal((await guest.call(logIn, proof)).status, 200)
  equal((await guest.call(logIn, proof)).error?.code, 'nonce_invalid', 'a replay')
  passTime(MINUTE)
  const toLink = await sign(ONE_KEY, await begin(who, MIKA))
  equal((await who.call(logIn, toLink)).error?.code, 'nonce_invalid', 'made for linking')
})

test('RO-14 fifty sign-ins at once with one nonce are one sign-in', async (t) => {
  const { withWallet, browser, nonce, sign, db } = await walletFixtures(t)
  await withWallet(MIKA)
  const guest = browser()
  const proof = await sign(ONE_KEY, await nonce(guest))
  const answers = await Promise.all(Array.from({ length: 50 }, () => guest.call(logIn, proof)))
  deepEqual(countOutcomes(answers), { done: 1, nonce_invalid: 49 })
  equal((await db.selectFrom('session').select('id').execute()).length, 2)
})

test('RO-14 a suspended person’s wallet does not sign in', async (t) => {
  const { withWallet, browser, enter, db, clock } = await walletFixtures(t)
  await withWallet(MIKA)
  await db.updateTable('account').set({ suspended_at: clock.now.toISOString() }).execute()
  equal((await enter(browser(), ONE_KEY)).error?.code, 'account_suspended')
})

test('RO-13 RO-14 without a configured wallet none is linked, and none signs in', async (t) => {
  const { withWallet, browser, enter, integrations } = await walletFixtures(t)
  const { who } = await withWallet(MIKA)
  integrations.flow = undefined
  const { error } = await who.call(schema.beginWallet, { code: '000000' })
  equal(error?.code, 'wallets_not_offered')
  equal((await enter(browser(), ONE_KEY)).error?.code, 'proof_invalid')
})

test('RO-14 while the chain does not answer, wallets do not sign in, and codes do', async (t) => {
  const { withWallet, browser, enter, signIn, integrations, passTime } = await walletFixtures(t)
  await withWallet(MIKA)
  integrations.flow = openFlow({
    network: 'testnet',
    accessUrl: 'http://127.0.0.1:9',
    walletUrl: 'http://127.0.0.1:9/',
  })
  const { status, error } = await enter(browser(), ONE_KEY)
  deepEqual([status, error?.code], [503, 'unavailable'])
  passTime(MINUTE)
  ok((await signIn(browser(), MIKA)).token)
})
