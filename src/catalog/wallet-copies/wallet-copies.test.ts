import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { InputOf } from '#core/http/endpoint.ts'
import { inTx } from '#core/database/db.ts'
import { linkWallet, unlinkWallet } from '#src/accounts/account/linked-wallet.shared.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { getCertificate } from '#src/catalog/certificate/certificate.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { placeInWallet, transferSerials } from '#src/catalog/serial/transfer.ts'
import { deleteAccount } from '#src/finance/account/deletion.shared.ts'
import { createDownload, listDownloads } from '#src/media/downloads/download.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { deleteWithCode, deletionCode } from '../../../test/deletions.ts'
import {
  closeDispute,
  openDispute,
  ownerAndState,
  soldByCard,
  waitForDispute,
} from '../../../test/disputes.ts'
import { downloadableTitle, refusedIn, startDownload } from '../../../test/downloads.ts'
import { give } from '../../../test/gifts.ts'
import { lend } from '../../../test/loans.ts'
import { assertOneDealEach, assertOwnersFollow, recordsOf } from '../../../test/ownership.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import {
  countOutcomes,
  tenTimes,
  testApp,
  type TestApp,
  waitUntil,
} from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { offer, openToTrade } from '../../../test/trades.ts'
import { EARLY_KEY, linkWalletOf, ONE_KEY, walletBrowser } from '../../../test/wallets.ts'
import { listWalletCopies, moveBack, moveToWallet } from './wallet-copies.shared.ts'

type Listing = Omit<InputOf<typeof listSerialsForSale>, 'asset_token_ids'>
const SALE: Listing = { listing_type: 'sale', sale_price: 1_000 }

/** Opens a test app in which Ren has bought No. 1 of a title and linked a wallet. */
async function walletFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const aoi = await here.person('Aoi')
  const film = await downloadableTitle(here, mika, { price: 1_000, secondary_sale_enabled: true })
  equal((await ren.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  const no1 = film.tokens.get(1)!
  const wallet = await linkWalletOf(here, ren)
  const moveOut = (id = wallet) => ren.call(moveToWallet, { id, asset_token_ids: [no1] })
  return {
    here,
    mika,
    ren,
    aoi,
    film,
    no1,
    wallet,
    moveOut,
    browser: walletBrowser(here, ren),
  }
}

const whereIs = async ({ app }: TestApp, asset_token_id: string) =>
  app.db
    .selectFrom('serial')
    .select(['linked_wallet_id', 'in_wallet_since'])
    .where('asset_token_id', '=', asset_token_id)
    .executeTakeFirstOrThrow()

/** Returns what the records of a copy say after its issue: kind, from and to. */
async function changesOf(here: TestApp, asset_token_id: string) {
  const [, ...records] = await recordsOf(here, asset_token_id)
  return records.map(({ kind, leaf }) => {
    const { from, to } = JSON.parse(leaf.toString()) as Record<'from' | 'to', string>
    return [kind, from, to]
  })
}

/** Returns the constraint, or the refusal made of it, that an attempt breaks. */
const constraintOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'nothing',
    (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
  )

/** Lists a copy, and returns the refusal if there is one. */
async function list(who: Person, asset_token_id: string, listing: Listing = SALE) {
  const answer = await who.call(listSerialsForSale, {
    ...listing,
    asset_token_ids: [asset_token_id],
  })
  return answer.error?.code ?? refusedIn(answer)
}

const addressOf = async (who: Person) => (await who.call(getCurrentAccount, {})).wallet_address

test('RO-15 a copy goes to a linked wallet and, once the wallet has signed, back, which is on record', async (t) => {
  const { here, ren, film, no1, wallet, browser, moveOut } = await walletFixtures(t)
  const home = await addressOf(ren)
  const before = (await changesOf(here, no1)).length
  deepEqual(await moveOut(), { moved: 1 })
  deepEqual(await moveOut(), { moved: 0 }, 'a repeat changes nothing')
  const since = here.clock.now.toISOString()
  const lists = async () =>
    Promise.all(
      (['true', 'false'] as const).map(async (in_wallet) => {
        const { items, address } = await ren.call(listWalletCopies, { id: wallet, in_wallet })
        equal(address, ONE_KEY)
        return items.map((copy) => [copy.number, copy.in_wallet_since, copy.blocked_by])
      }),
    )
  deepEqual(await lists(), [[[1, since, null]], []])
  for (const who of [ren, here])
    equal((await who.call(getSerial, { id: film.kid, number: 1 })).status, 'in_wallet')
  equal((await here.call(getCertificate, { asset_token_id: no1 })).is_in_wallet, true)
  await assertOwnersFollow(here.app.db)

  equal((await browser.moveBackFrom(wallet, [no1])).body.moved, 1)
  deepEqual(await lists(), [[], [[1, null, null]]])
  const certificate = await here.call(getCertificate, { asset_token_id: no1 })
  deepEqual(
    [certificate.is_in_wallet, certificate.earlier_owners_unnamed],
    [false, 0],
    'a wallet is no earlier owner',
  )
  deepEqual((await changesOf(here, no1)).slice(before), [
    ['to_wallet', home, ONE_KEY],
    ['from_wallet', ONE_KEY, home],
  ])
  const { history } = await here.call(getSerial, { id: film.kid, number: 1 })
  deepEqual(
    history.slice(0, 2).map(({ kind }) => kind),
    ['from_wallet', 'to_wallet'],
  )
  const mails = await waitUntil(
    async () => (await here.inbox(ren.email)).filter(({ subject }) => /^Copies were/.test(subject)),
    ({ length }) => length === 2,
  )
  match(mails[1]!.text, new RegExp(`1 copy went to the wallet ${ONE_KEY}`))
  match(mails[0]!.text, new RegExp(`1 copy came back from the wallet ${ONE_KEY}`))
  await assertOwnersFollow(here.app.db)
})

test('RO-15 without a signature of that wallet, for this step, no copy comes back', async (t) => {
  const { here, ren, aoi, no1, wallet, browser, moveOut } = await walletFixtures(t)
  const other = await linkWalletOf(here, ren, EARLY_KEY)
  await moveOut()
  equal((await browser.moveBackFrom(wallet, [no1], EARLY_KEY)).error?.code, 'wallet_is_another')
  const ofOther = await browser.moveBackFrom(other, [no1], EARLY_KEY)
  deepEqual(ofOther.body, { moved: 0 }, 'it is not in that wallet')
  const theirs = walletBrowser(here, aoi)
  equal((await theirs.call(listWalletCopies, { id: wallet, in_wallet: 'true' })).status, 404)
  equal((await aoi.call(moveToWallet, { id: wallet, asset_token_ids: [no1] })).error?.code, 'not_found') // oxfmt-ignore
  const mine = await linkWalletOf(here, aoi, '0x0000000000000001')
  equal((await aoi.call(moveToWallet, { id: mine, asset_token_ids: [no1] })).error?.code, 'not_owner') // oxfmt-ignore

  const proof = await browser.prove(wallet)
  equal((await browser.call(linkWallet, proof)).error?.code, 'nonce_invalid', 'not for linking')
  equal((await whereIs(here, no1)).linked_wallet_id, wallet)
  equal((await moveOut(other)).error?.code, 'serial_in_wallet')
})

test('RO-15 a copy in a wallet is in no deal, is not downloaded and cannot be handed over', async (t) => {
  const { here, mika, ren, aoi, film, no1, moveOut } = await walletFixtures(t)
  await moveOut()
  const wanted = await createTitle(here, mika, { copies: 1 })
  const theirs = { token: wanted.tokens.get(1)!, owner: mika }
  await openToTrade(here, theirs)
  const codeOf = async (answer: Promise<{ error?: { code: string } }>) => (await answer).error?.code
  const attempts = {
    sale: () => list(ren, no1),
    trade: () => list(ren, no1, { listing_type: 'trade' }),
    offer: () => codeOf(offer({ token: no1, owner: ren }, theirs)),
    gift: () => codeOf(give(ren, film, [1])),
    loan: () => codeOf(lend(ren, film, 1)),
    download: () => codeOf(ren.call(createDownload, { asset_token_id: no1 })),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    equal(await attempt(), 'serial_in_wallet', name)
  }
  equal((await ren.call(listDownloads, { asset_token_id: no1 })).refusal, 'serial_in_wallet')

  const { db } = here.app
  const at = here.clock.now.toISOString()
  const row = { asset_token_id: no1, kid: film.kid, seller: ren.account_id, batch: no1 }
  const listing = { ...row, kind: 'trade', status: 'open', created_at: at }
  equal(await constraintOf(db.insertInto('listing').values(listing).execute()), 'serial_in_wallet')
  const move = inTx(here.app, (tx) =>
    transferSerials(tx, [{ asset_token_id: no1, to: aoi.account_id }], here.clock.now),
  )
  equal(await constraintOf(move), 'serial_in_wallet')
  const download = db.updateTable('serial').set({ downloaded_at: at })
  const ofCopy = download.where('asset_token_id', '=', no1).execute()
  equal(await constraintOf(ofCopy), 'serial_in_wallet')
})

test('RO-15 a copy in a deal or downloaded does not go to a wallet, and the list says why', async (t) => {
  const { here, ren, no1, wallet, moveOut } = await walletFixtures(t)
  await ren.call(listSerialsForSale, { ...SALE, asset_token_ids: [no1] })
  equal((await moveOut()).error?.code, 'already_listed')
  const { items } = await ren.call(listWalletCopies, { id: wallet, in_wallet: 'false' })
  deepEqual(
    items.map(({ blocked_by }) => blocked_by),
    ['already_listed'],
  )
  const { db } = here.app
  const forced = db
    .updateTable('serial')
    .set({ linked_wallet_id: wallet, in_wallet_since: here.clock.now.toISOString() })
    .where('asset_token_id', '=', no1)
    .execute()
  equal(await constraintOf(forced), 'serial_in_deal')
})

test('RO-15 a downloaded copy does not go to a wallet', async (t) => {
  const { ren, no1, moveOut } = await walletFixtures(t)
  await startDownload(ren, no1)
  equal((await moveOut()).error?.code, 'serial_downloaded')
})

test('RO-15 without a configured wallet no copy goes where nothing could move it back from', async (t) => {
  const { here, no1, moveOut } = await walletFixtures(t)
  here.integrations.flow = undefined
  equal((await moveOut()).error?.code, 'wallets_not_offered')
  equal((await whereIs(here, no1)).linked_wallet_id, null)
})

test('RO-15 of five moves and five listings of a copy at once, one kind wins and the others are told', async (t) => {
  const { here, ren, no1, moveOut } = await walletFixtures(t)
  const move = async () => (await moveOut()).error?.code
  const codes = await Promise.all(tenTimes((i) => (i < 5 ? move() : list(ren, no1))))
  const isMoved = (await whereIs(here, no1)).linked_wallet_id !== null
  equal(codes.filter((code) => code === undefined).length, isMoved ? 5 : 1, codes.join())
  const told = isMoved ? 'serial_in_wallet' : 'already_listed'
  ok(
    codes.every((code) => code === undefined || code === told),
    codes.join(),
  )
  await assertOneDealEach(here.app.db)
})

test('RO-15 ten requests at once with one signature move a copy back once', async (t) => {
  const { here, no1, wallet, browser, moveOut } = await walletFixtures(t)
  await moveOut()
  const proof = await browser.prove(wallet)
  const answers = await Promise.all(
    tenTimes(() => browser.call(moveBack, { id: wallet, asset_token_ids: [no1], proof })),
  )
  deepEqual(countOutcomes(answers), { done: 1, nonce_invalid: 9 })
  equal((await changesOf(here, no1)).filter(([kind]) => kind === 'from_wallet').length, 1)
})

test('RO-15 a wallet with copies is not unlinked, and no code is spent on it', async (t) => {
  const { here, no1, wallet, browser, moveOut } = await walletFixtures(t)
  await moveOut()
  const unlink = () => browser.call(unlinkWallet, { id: wallet, code: '000000' })
  equal((await unlink()).error?.code, 'wallet_holds_copies')
  const removed = here.app.db.deleteFrom('linked_wallet').where('id', '=', wallet).execute()
  equal(await constraintOf(removed), 'wallet_holds_copies')
  await browser.moveBackFrom(wallet, [no1])
  equal((await unlink()).error?.code, 'code_expired', 'only the code is missing')
})

test('RO-15 a wallet that is unlinked at the same moment gets no copy', async (t) => {
  const { here, no1, wallet, moveOut } = await walletFixtures(t)
  const { error } = await whileLocked(here.app.db, {
    lock: sql`delete from linked_wallet where id = ${wallet}`,
    action: () => moveOut(),
  })
  equal(error?.code, 'not_found')
  equal((await whereIs(here, no1)).linked_wallet_id, null)
})

test('RO-15 a reversed sale takes the copy out of the buyer’s wallet, back to its seller', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const asset_token_id = film.tokens.get(3)!
  const wallet = await linkWalletOf(here, ren)
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  const moving = { id: wallet, asset_token_ids: [asset_token_id] }
  equal((await ren.call(moveToWallet, moving)).error?.code, 'serial_frozen')
  await closeDispute(here, dispute, 'win')
  equal((await ren.call(moveToWallet, moving)).moved, 1)
  await closeDispute(here, dispute, 'lose')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  deepEqual(await whereIs(here, asset_token_id), { linked_wallet_id: null, in_wallet_since: null })
  const [buyer, seller] = [await addressOf(ren), await addressOf(mika)]
  deepEqual((await changesOf(here, asset_token_id)).slice(-3), [
    ['to_wallet', buyer, ONE_KEY],
    ['from_wallet', ONE_KEY, buyer],
    ['return', buyer, seller],
  ])
  await assertOwnersFollow(here.app.db)
})

test('RO-15 AC-03 copies in a wallet stay with an account that is deleted, at its own address', async (t) => {
  const { here, film } = await walletFixtures(t)
  const eve = await here.person('Eve', { balance: 1_000 })
  const asset_token_id = film.tokens.get(2)!
  equal((await eve.call(purchaseForFree, film.order(2, 1_000))).error, undefined)
  const id = await linkWalletOf(here, eve, EARLY_KEY)
  equal((await eve.call(moveToWallet, { id, asset_token_ids: [asset_token_id] })).moved, 1)
  const home = await addressOf(eve)
  equal((await deleteWithCode(here, eve, 1)).error, undefined)
  deepEqual(await whereIs(here, asset_token_id), { linked_wallet_id: null, in_wallet_since: null })
  deepEqual((await changesOf(here, asset_token_id)).at(-1), ['from_wallet', EARLY_KEY, home])
  equal((await here.call(getCertificate, { asset_token_id })).error, undefined)
})

test('RO-15 AC-03 a copy that leaves the wallet while its owner deletes the account leaves it once', async (t) => {
  const { here, film } = await walletFixtures(t)
  const eve = await here.person('Eve', { balance: 1_000 })
  const asset_token_id = film.tokens.get(2)!
  equal((await eve.call(purchaseForFree, film.order(2, 1_000))).error, undefined)
  const id = await linkWalletOf(here, eve, EARLY_KEY)
  await eve.call(moveToWallet, { id, asset_token_ids: [asset_token_id] })
  const before = (await changesOf(here, asset_token_id)).length
  const code = await deletionCode(here, eve)
  const { error } = await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${asset_token_id} for no key update`,
    action: () => eve.call(deleteAccount, { copies: 1, code }),
    change: (tx) => placeInWallet(tx, [asset_token_id], undefined),
  })
  equal(error, undefined)
  equal((await changesOf(here, asset_token_id)).length, before)
})
