import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { recordsOf } from '../../../test/ownership.ts'
import { listForRent } from '../../../test/rentals.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { verifyInclusion, verifyLeaves } from '#src/catalog/provenance/verify.shared.ts'
import { getCertificate, listLeaves, proofAddress } from './certificate.shared.ts'
import { readChain, type StoredRecord } from './record-chain.ts'

const SECOND_SALE = new Date('2030-01-03T09:00:00Z')

/** Opens a test app with No. 1 that Mika sold to Ren and Ren to Aoi, who rents it out to Sora. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, sora] = [
    await here.person('Ren', { balance: 3_000 }),
    await here.person('Aoi', { balance: 3_000 }),
    await here.person('Sora', { balance: 3_000 }),
  ]
  const film = await createTitle(here, mika, {
    copies: 1,
    price: 1_000,
    secondary_rental_enabled: true,
  })
  const asset_token_id = film.tokens.get(1)!
  await ren.call(purchaseForFree, film.order(1, 1_000))
  here.clock.now = SECOND_SALE
  await listForSale(here, ren, [asset_token_id], 1_000)
  const resold = { ...film.order(1, 1_000), owner_account_id: ren.account_id }
  await aoi.call(purchaseForFree, resold)
  await listForRent(here, aoi, film, { rent_price: 300, days: 2 })
  const rented = await sora.call(rentForFree, {
    kid: film.kid,
    asset_token_id,
    owner_account_id: aoi.account_id,
    asset_rent_price: 300,
    rental_period_seconds: 2 * 86_400,
    balance_to_use: 300,
    lang: 'en',
  })
  equal(rented.error, undefined)
  return { here, mika, ren, aoi, sora, film, asset_token_id }
}

test('a certificate states what the records of a copy prove, the same to everybody', async (t) => {
  const { here, mika, ren, aoi, sora, asset_token_id } = await openFixtures(t)
  const head = await here.app.db
    .selectFrom('provenance_head')
    .selectAll()
    .where('asset_token_id', '=', asset_token_id)
    .executeTakeFirstOrThrow()
  const read = async (who: Pick<typeof ren, 'call'>) => {
    const { mine, ...rest } = await who.call(getCertificate, { asset_token_id })
    return { mine, rest }
  }
  const { rest } = await read(here)
  deepEqual(
    [rest.number, rest.copies_count, rest.owner, rest.owned_since, rest.is_primary],
    [1, 1, null, SECOND_SALE.toISOString(), false],
  )
  deepEqual([rest.earlier_owners, rest.earlier_owners_unnamed], [[], 1])
  deepEqual([rest.records, rest.record_hash], [4, head.hash.toString('hex')])
  equal(rest.as_of, here.clock.now.toISOString())
  for (const who of [mika, ren, aoi, sora])
    deepEqual(await read(who), { mine: who === aoi, rest }, who.name)
  const secrets = await Promise.all(
    [mika, ren, aoi, sora].map(async (who) => {
      const { wallet_address, email, username } = await who.call(getCurrentAccount, {})
      return [wallet_address, email, username, who.account_id]
    }),
  )
  for (const secret of secrets.flat()) ok(!JSON.stringify(rest).includes(secret), secret)

  for (const who of [ren, aoi, sora])
    await who.call(updateCurrentAccount, { has_public_name: true })
  const named = (await read(here)).rest
  deepEqual([named.owner, named.earlier_owners, named.earlier_owners_unnamed], ['Aoi', ['Ren'], 0])
  doesNotMatch(JSON.stringify(named), /Sora/, 'who rented is never named')
})

test('records that were changed, removed or name another owner prove nothing', async (t) => {
  const { here, ren, aoi, film, asset_token_id } = await openFixtures(t)
  const records: StoredRecord[] = await recordsOf(here, asset_token_id)
  const [wallet_address, other] = await Promise.all(
    [aoi, ren].map(async (who) => (await who.call(getCurrentAccount, {})).wallet_address),
  )
  const copy = { asset_token_id, kid: film.kid, number: 1, address: wallet_address! }
  deepEqual(
    readChain(records, copy)?.map(({ kind }) => kind),
    ['issue', 'sale', 'sale', 'rental'],
  )
  const changed = Buffer.from(records[1]!.leaf.toString().replace('"sale"', '"gift"'))
  const hash = createHash('sha256').update(Buffer.of(0)).update(changed).digest()
  const [issue, first, second] = records as [StoredRecord, StoredRecord, StoredRecord]
  const faults: [string, StoredRecord[], Partial<typeof copy>?][] = [
    ['nothing is recorded', []],
    ['the issue is missing', records.slice(1)],
    ['a sale is missing', records.toSpliced(1, 1)],
    ['the last sale is missing', records.slice(0, 2)],
    ['two sales are exchanged', [issue, second, first]],
    ['a leaf was changed', records.with(1, { ...first, leaf: changed })],
    ['a leaf was changed and hashed again', records.with(1, { leaf: changed, hash })],
    ['the last leaf is not JSON', [...records, { leaf: Buffer.from('{'), hash }]],
    ['the owner is another', records, { address: other! }],
    ['the number is another', records, { number: 2 }],
    ['the copy is another', records, { asset_token_id: film.kid }],
    ['the title is another', records, { kid: asset_token_id }],
  ]
  for (const [name, stored, changes] of faults)
    equal(readChain(stored, { ...copy, ...changes }), undefined, name)

  const { db } = here.app
  const setOwner = (owner: string) =>
    db.updateTable('serial').set({ owner }).where('asset_token_id', '=', asset_token_id).execute()
  await sql`alter table serial disable trigger user`.execute(db)
  await setOwner(ren.account_id)
  equal((await ren.call(getCertificate, { asset_token_id })).error?.code, 'records_broken')
  await setOwner(aoi.account_id)
  equal((await ren.call(getCertificate, { asset_token_id })).error, undefined)
})

test('OP-12 a certificate proves that its newest sealed record is in the log', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 3, price: 500 })
  const asset_token_id = film.tokens.get(2)!
  const read = async () => (await here.call(getCertificate, { asset_token_id })).log
  const sealed = async () => {
    const log = await read()
    return log && [log.record, log.size, await verifyInclusion(log)]
  }
  equal(await read(), null)
  equal((await fetch(here.url + proofAddress(asset_token_id))).status, 404)
  await here.run('provenance.seal')
  deepEqual(await sealed(), [1, 3, 'verified'])
  await ren.call(purchaseForFree, film.order(2, 500))
  deepEqual(await sealed(), [1, 3, 'verified'], 'the sale is not sealed yet')
  await here.run('provenance.seal')
  deepEqual(await sealed(), [2, 4, 'verified'])

  const { index, proof, checkpoint } = (await read())!
  const file = await fetch(here.url + proofAddress(asset_token_id))
  equal(
    file.headers.get('content-disposition'),
    `attachment; filename*=UTF-8''renban-no-2.tlog-proof`,
  )
  const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...proof, '', checkpoint]
  equal(await file.text(), lines.join('\n'))
})

test('only its owner reads the leaves of a copy, which name wallets, and follows them to the log', async (t) => {
  const { here, mika, ren, aoi, sora, film, asset_token_id } = await openFixtures(t)
  await here.run('provenance.seal')
  for (const other of [mika, ren, sora])
    equal((await other.call(listLeaves, { asset_token_id })).error?.code, 'not_found', other.name)
  equal((await here.call(listLeaves, { asset_token_id })).error?.code, 'not_signed_in')
  const { leaves } = await aoi.call(listLeaves, { asset_token_id })
  const hashes = await verifyLeaves(leaves, { asset_token_id, kid: film.kid, number: 1 })
  const { record_hash, log } = await aoi.call(getCertificate, { asset_token_id })
  equal(Buffer.from(hashes!.at(-1)!).toString('hex'), record_hash)
  equal(Buffer.from(log!.hash, 'base64').toString('hex'), record_hash)
})
