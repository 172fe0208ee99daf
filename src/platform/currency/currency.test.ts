import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { connect } from '#core/database/db.ts'
import { openReplicas } from '#core/database/replicas.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { openTcpProxy } from '../../../test/tcp-proxy.ts'
import { createTitle } from '../../../test/titles.ts'
import { travelTo, type TestApp, testApp } from '../../../test/test-app.ts'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { RatesRefused } from '#src/integrations/rates.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { get } from './currency.ts'
import { getUserLocalCurrency } from './currency.shared.ts'
import { currencyOfCountry, currencyOfLanguage } from './regional-currency.ts'

const FRIDAY = '2030-01-04'

/** Starts an app on a Friday at noon with the day's rates fetched. */
async function openWithRates(t: TestContext, role: 'web' | 'all' = 'web') {
  const here = await testApp(t, { role, now: new Date(`${FRIDAY}T12:00:00Z`) })
  await here.run('currency.fetch_rates')
  return here
}
const dollars = (here: Pick<TestApp, 'call'>) =>
  here.call(getUserLocalCurrency, { user_currency: 'USD' })

test('MN-14 AP-16 I see prices in dollars and euros at the rate of the day, with its source', async (t) => {
  const here = await openWithRates(t)
  const { rate, ...rest } = await dollars(here)
  deepEqual(rest, {
    currency: 'USD',
    rate_date: FRIDAY,
    source: 'Sample rates',
    chosen_by: 'request',
  })
  equal((rate! * 10_000).toFixed(2), '69.02') // 1.0921 / 158.24
  const euros = await here.call(getUserLocalCurrency, { user_currency: 'EUR' })
  equal((euros.rate! * 10_000).toFixed(2), '63.20')
  const yen = await here.call(getUserLocalCurrency, { user_currency: 'JPY' })
  deepEqual([yen.rate, yen.rate_date], [null, null])
})

test('MN-14 AP-06 a title costs the same in yen, whichever currency it is shown in', async (t) => {
  const here = await openWithRates(t, 'all')
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 4, price: 2_400 })
  for (const [i, currency] of (['JPY', 'USD', 'KRW'] as const).entries()) {
    const ren = await here.person(`Ren${i}`, { balance: 10_000 })
    await ren.call(updateCurrentAccount, { currency })
    const seen = await ren.call(getAsset, { id: film.kid, user_currency: currency })
    equal(seen.min_sale_price, 2_400)
    deepEqual(
      [seen.local_currency.currency, seen.local_currency.rate === null],
      [currency, i === 0],
    )
    await ren.call(purchaseForFree, film.order(i + 1, 2_400))
    equal(await ren.balance(), 7_600)
  }
  const odd = await here.call(getAsset, { id: film.kid, user_currency: 'BTC' as 'USD' })
  equal(odd.error?.code, 'input_invalid')
})

test('MN-14 on a Sunday the rates of Friday are shown', async (t) => {
  const here = await openWithRates(t)
  await travelTo(here, '2030-01-06T12:00:00Z')
  await here.run('currency.fetch_rates')
  equal((await dollars(here)).rate_date, FRIDAY)
  const { rows } = await sql<{ fetched_at: string }>`
    select max(fetched_at) as fetched_at from currency_rate`.execute(here.app.db)
  equal(rows[0]!.fetched_at, here.clock.now.toISOString())

  await travelTo(here, '2030-01-07T15:00:00Z')
  await here.run('currency.fetch_rates')
  equal((await dollars(here)).rate_date, '2030-01-07')
})

test('MN-14 the old rates stay if no new ones arrive, and are hidden after a week', async (t) => {
  const here = await openWithRates(t)
  const warnings = captureLog(t, 'no reference rates')
  here.integrations.rates!.newest = () => Promise.reject(new RatesRefused('no answer'))
  await travelTo(here, addSeconds(here.clock.now, 7 * 86_400))
  await here.run('currency.fetch_rates')
  equal((await dollars(here)).rate_date, FRIDAY)
  match(warnings[0]!, /"no reference rates".*"message":"no answer"/)

  await travelTo(here, addSeconds(here.clock.now, 86_400))
  const late = await dollars(here)
  deepEqual([late.rate, late.rate_date, late.source], [null, null, null])
})

test('MN-14 the rates are fetched a few times a day, not at every run of the job', async (t) => {
  const here = await openWithRates(t)
  let fetches = 0
  const { rates } = here.integrations
  const published = await rates!.newest(here.clock.now)
  rates!.newest = async () => {
    fetches++
    return published
  }
  for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
    here.clock.now = addSeconds(here.clock.now, 300)
    await here.run('currency.fetch_rates')
  }
  equal(fetches, 4)
})

test('MN-14 RO-09 I choose a currency and reset my choice', async (t) => {
  const here = await openWithRates(t)
  const ren = await here.person('Ren')
  const mine = async () => {
    const { currency, chosen_by } = await ren.call(getUserLocalCurrency, {})
    return [currency, chosen_by]
  }
  deepEqual(await mine(), ['USD', 'language'])
  equal((await ren.call(getCurrentAccount, {})).currency, 'JPY')

  equal((await ren.call(updateCurrentAccount, { currency: 'THB' })).currency, 'THB')
  deepEqual(await mine(), ['THB', 'account'])
  equal((await ren.call(getCurrentAccount, { currency: 'EUR' })).currency, 'EUR')
  equal((await ren.call(getCurrentAccount, {})).currency, 'THB')

  await ren.call(updateCurrentAccount, { currency: null })
  deepEqual(await mine(), ['USD', 'language'])
  const odd = await ren.call(updateCurrentAccount, { currency: 'usd' as 'USD' })
  equal(odd.error?.code, 'input_invalid')
})

test('MN-14 the country named by the proxy decides my currency, not my language', async (t) => {
  const here = await openWithRates(t)
  Object.assign(here.config, { trustedProxies: ['127.0.0.1', '::1'], regionHeader: 'x-country' })
  const from = async (country: string) => {
    const url = `${here.url}/api/2.0/currencies/user_local_currency`
    const response = await fetch(url, { headers: { 'x-country': country } })
    const answer = (await response.json()) as { currency: string; chosen_by: string }
    ok(answer.chosen_by === 'country')
    return answer.currency
  }
  deepEqual(
    [await from('JP'), await from('fr'), await from('KR'), await from('AQ')],
    ['JPY', 'EUR', 'KRW', 'USD'],
  )
  deepEqual([currencyOfCountry('LI'), currencyOfLanguage('ja')], ['CHF', 'JPY'])
})

/** Opens a replica of the app's database behind a network that lets nothing through. */
async function openSilentReplica({ app, url, beforeClose }: TestApp) {
  const network = await openTcpProxy({ port: Number(new URL(url).port) }) // no byte arrives there
  network.silence()
  const looks = connect(app.pool.options.connectionString!, 1).pool
  const read = `postgres://guest@127.0.0.1:${network.port}/renban`
  const replicas = openReplicas(app.db, looks, { url: read, connections: 1, lagSeconds: 4 })
  beforeClose(() => {
    network.close()
    return replicas.close()
  })
  return { network, db: replicas.all[0]!.db }
}

test('OP-09 MN-14 the rate that a guest sees is read from the primary, even while the replica hangs or fails', async (t) => {
  const here = await openWithRates(t)
  const { network, db } = await openSilentReplica(here)
  const guest = { ...here.app.jobCtx('guest'), db } // as a guest's call that reads from the replica
  const { rate } = await dollars(here)
  ok(rate)
  for (const fault of ['silence', 'refuse'] as const) {
    network[fault]()
    equal((await get(guest, { user_currency: 'USD' })).rate, rate, fault)
  }
  await rejects(db.selectFrom('currency_rate').select('day').execute())
})
