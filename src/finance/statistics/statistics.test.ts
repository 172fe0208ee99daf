import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Language } from '#core/language.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import type { Person } from '../../../test/people.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp, type TestApp } from '../../../test/test-app.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { amountNames, csvAddress, listTransactionStatistics } from './statistics.shared.ts'
import { titlesFile } from './titles-file.ts'

/** Advances the clock and keeps all sessions alive. */
async function passTo({ app, clock }: TestApp, iso: string) {
  clock.now = new Date(iso)
  await app.db.updateTable('session').set({ seen_at: iso }).execute()
}

const RICH = { balance: 1_000_000 }

async function market(t: Parameters<typeof testApp>[0]) {
  const here = await testApp(t)
  const [mika, aoi, ren, sora] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Aoi', { role: 'ORH', ...RICH }),
    here.person('Ren', RICH),
    here.person('Sora', { role: 'ADMIN' }),
  ])
  const film = await createTitle(here, mika, { copies: 9, price: 1_999 })
  const song = await createTitle(here, aoi, { copies: 9, price: 333, royalty_rate_bp: 777 })
  return { here, mika, aoi, ren, sora, film, song }
}

/** Sells numbers 1 to 3 of the film and 1 and 2 of the song over three months; resells film 1 twice. */
async function year(t: Parameters<typeof testApp>[0]) {
  const fixtures = await market(t)
  const { here, aoi, ren, film, song } = fixtures
  await passTo(here, '2030-01-10T00:00:00Z')
  await ren.call(purchaseForFree, film.order(1, 1_999))
  await aoi.call(purchaseForFree, film.order(2, 1_999))
  await passTo(here, '2030-01-31T14:59:59.999Z')
  await ren.call(purchaseForFree, song.order(1, 333))
  await passTo(here, '2030-01-31T15:00:00Z')
  await ren.call(purchaseForFree, film.order(3, 1_999))
  await passTo(here, '2030-02-20T00:00:00Z')
  const token = film.tokens.get(1)!
  const again = (price: number, seller: Person) => ({
    ...film.order(1, price),
    asset_sale_price: price,
    owner_account_id: seller.account_id,
  })
  await listForSale(here, ren, [token], 5_555)
  await aoi.call(purchaseForFree, again(5_555, ren))
  await listForSale(here, aoi, [token], 7_001)
  await ren.call(purchaseForFree, again(7_001, aoi))
  await passTo(here, '2030-02-28T15:00:00Z')
  await ren.call(purchaseForFree, song.order(2, 333))
  await passTo(here, '2030-03-05T00:00:00Z')
  return fixtures
}

const statisticsOf = ({ call }: Person, month: string, more = {}) =>
  call(listTransactionStatistics, { month, ...more })

/** Sums, from transfers alone, what left buyers' holds and what one person earned. */
async function ledgerSums({ app }: TestApp, [from, to]: [string, string], person?: Person) {
  const { rows } = await sql<{ paid: number; earned: number; deals: number }>`
    select coalesce(sum(amount) filter (where debit.kind = 'hold'), 0)::bigint as paid,
      coalesce(sum(amount) filter (
        where credit.kind = 'sales' and credit.account_id = ${person?.account_id ?? null}
      ), 0)::bigint as earned,
      count(distinct subject_id) as deals
    from ledger_transfer transfer join ledger_account debit on debit.id = debit
      join ledger_account credit on credit.id = credit
    where transfer.at >= ${from}::timestamptz and transfer.at < ${to}::timestamptz
      and reason in ('sale', 'royalty', 'fee')
  `.execute(app.db)
  return rows[0]!
}

const MONTHS = {
  '2030-01': ['2029-12-31T15:00:00Z', '2030-01-31T15:00:00Z'],
  '2030-02': ['2030-01-31T15:00:00Z', '2030-02-28T15:00:00Z'],
  '2030-03': ['2030-02-28T15:00:00Z', '2030-03-31T15:00:00Z'],
} as const

test('MN-16 the totals of each month match the ledger', async (t) => {
  const { here, mika, sora } = await year(t)
  const sold: number[] = []
  for (const [month, [from, to]] of Object.entries(MONTHS)) {
    const { totals, items } = await statisticsOf(sora, month)
    const ledger = await ledgerSums(here, [from, to])
    deepEqual([totals.total_price, totals.sale_count], [ledger.paid, ledger.deals], month)
    for (const name of amountNames)
      equal(
        items.reduce((sum, row) => sum + row[name], 0),
        totals[name],
      )
    const own = await statisticsOf(mika, month)
    const { earned } = await ledgerSums(here, [from, to], mika)
    equal(own.totals.distribution_to_creator, earned, month)
    sold.push(totals.total_price)
  }
  deepEqual(sold, [1_999 * 2 + 333, 1_999 + 5_555 + 7_001, 333])
})

test('MN-16 a month begins and ends at midnight in Japan', async (t) => {
  const { aoi, mika } = await year(t)
  const counts = async (who: Person, month: string) =>
    (await statisticsOf(who, month)).totals.sale_count
  deepEqual([await counts(aoi, '2030-01'), await counts(aoi, '2030-02')], [1, 0])
  deepEqual([await counts(mika, '2030-01'), await counts(mika, '2030-02')], [2, 3])
  equal(await counts(aoi, '2030-03'), 1)
})

test('MN-16 a card payment counts in the month of its settlement', async (t) => {
  const { here, mika, ren, film } = await market(t)
  await passTo(here, '2030-01-31T14:55:00Z')
  const order = await ren.call(purchaseSerial, film.order(1, 0))
  equal((await statisticsOf(mika, '2030-01')).total, 0)
  await passTo(here, '2030-01-31T15:01:00Z')
  await payAt(order.url, CARDS.pays)

  const february = await waitUntil(
    () => statisticsOf(mika, '2030-02'),
    ({ total }) => total > 0,
  )
  deepEqual([february.totals.primary_sale, february.totals.sale_count], [1_999, 1])
  equal((await statisticsOf(mika, '2030-01')).total, 0)
})

test('MN-16 first sales, resales and the creator’s share are separate amounts', async (t) => {
  const { mika } = await year(t)
  const { items } = await statisticsOf(mika, '2030-02')
  const [film] = items
  deepEqual(
    [
      film!.primary_sale,
      film!.primary_sale_count,
      film!.secondary_sale,
      film!.secondary_sale_count,
    ],
    [1_999, 1, 5_555 + 7_001, 2],
  )
  // 1,999 less 10 % fee, and 10 % royalty of each resale, floored.
  equal(film!.distribution_to_creator, 1_800 + 555 + 700)
  deepEqual([film!.primary_rental, film!.secondary_rental], [0, 0])
})

test('a creator sees their own titles only, an administrator all', async (t) => {
  const { mika, aoi, ren, sora, film, song } = await year(t)
  const kids = async (who: Person) =>
    (await statisticsOf(who, '2030-01')).items.map(({ kid }) => kid).toSorted()
  deepEqual(await kids(mika), [film.kid])
  deepEqual(await kids(aoi), [song.kid])
  deepEqual(await kids(sora), [film.kid, song.kid].toSorted())
  equal((await statisticsOf(ren, '2030-01')).error?.code, 'creators_only')
})

test('every page has the same totals, and the months go back to the first sale', async (t) => {
  const { sora, mika } = await year(t)
  const whole = await statisticsOf(sora, '2030-01')
  const second = await statisticsOf(sora, '2030-01', { limit: 1, offset: 1 })
  deepEqual(second.items, whole.items.slice(1))
  deepEqual([second.total, second.totals, second.brands], [2, whole.totals, whole.brands])
  deepEqual(
    whole.brands.map(({ total_price }) => total_price),
    [3_998, 333],
  )
  deepEqual(whole.months, ['2030-03', '2030-02', '2030-01'])
  const now = await mika.call(listTransactionStatistics, {})
  deepEqual([now.month, now.items, now.totals.total_price], ['2030-03', [], 0])
})

test('an invalid month is refused', async (t) => {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  for (const month of ['2030-13', '2030-00', '2030-1', '0000-01', '2030-01-01', '']) {
    const { error } = await statisticsOf(sora, month)
    deepEqual([error?.code, error?.params.field], ['input_invalid', 'month'], month)
  }
  equal((await statisticsOf(sora, '2999-12')).total, 0)
})

test('MN-16 EN-19 the CSV file has every row, opens in Excel and runs no formula', async (t) => {
  const { here, sora, mika, film } = await year(t)
  const { db } = here.app
  await db
    .updateTable('asset')
    .set({ title: '=1+1, "Ｎo. 7"\n夜' })
    .where('kid', '=', film.kid)
    .execute()
  await db
    .updateTable('brand')
    .set({ name: '@salt' })
    .where('owner', '=', mika.account_id)
    .execute()
  const { items } = await statisticsOf(sora, '2030-02')

  const response = await fetch(here.url + csvAddress('2030-02'), {
    headers: { authorization: `Bearer ${sora.token}` },
  })

  equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  const disposition = response.headers.get('content-disposition')
  equal(disposition, 'attachment; filename="renban-2030-02.csv"')
  const bytes = Buffer.from(await response.arrayBuffer())
  equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf')
  const text = bytes.subarray(3).toString()
  const [head, ...lines] = text.split('\r\n')
  match(head!, /^Brand,Title,Title ID,First sales,Resales,.*,Transactions,Total,Creator’s share$/)
  const figures = amountNames.map((name) => items[0]![name]).join(',')
  deepEqual(lines, [`'@salt,"'=1+1, ""Ｎo. 7""\n夜",${film.kid},${figures}`, ''])
  ok(figures.includes('12556'))
})

test('MN-16 the CSV headings are in the reader’s language, or in English if there is no translation', async () => {
  const headOf = async (lang: Language) => (await titlesFile(lang, '2030-02', []).text()).trim()
  match(
    await headOf('ja'),
    /^ブランド,作品名,作品ID,初回販売,再販,.*,件数,合計,クリエイターへの分配$/,
  )
  equal(await headOf('de'), await headOf('en'))
  for (const lang of ['en', 'ja'] as const)
    equal((await headOf(lang)).split(',').length, amountNames.length + 3, lang)
})
