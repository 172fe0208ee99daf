import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { calculateProfit } from '#src/sales/listing/listing.shared.ts'
import { changeSettings, getSettings, listSettingVersions } from './settings.shared.ts'
import { settingsOf } from './settings.ts'

const WHY = { reason: 'The board decided so.' }

async function openWithAdmin(t: TestContext) {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  return { here, sora }
}

test('two changed settings are in force from then on', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  const after = await sora.call(changeSettings, {
    version: 0,
    ...WHY,
    platform_fee_primary_bp: 1_200,
    operator: { name: 'Renban K.K.' },
  })
  ok(after.version > 0)
  equal(after.platform_fee_primary_bp, 1_200)
  equal(after.platform_fee_secondary_bp, 500)

  const again = { version: after.version, ...WHY, operator: { phone: '03-0000-0000' } }
  const { operator } = await sora.call(changeSettings, again)
  deepEqual([operator.name, operator.phone], ['Renban K.K.', '03-0000-0000'])
  const seen = await here.call(getSettings, {})
  deepEqual(seen.operator, operator)
})

test('AP-17 everyone sees the public settings, and an administrator sees all', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const all = await sora.call(getSettings, {})
  ok('bank_sender' in all && all.version === 0)
  for (const seen of [await here.call(getSettings, {}), await mika.call(getSettings, {})])
    deepEqual(
      ['bank_sender', 'payout_fee', 'platform_fee_primary_bp', 'version'].filter(
        (it) => it in seen,
      ),
      [],
    )
})

test('of ten administrators who change the same version at once one succeeds and nine are refused', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  const answers = await Promise.all(
    tenTimes((i) => sora.call(changeSettings, { version: 0, ...WHY, points_days: 200 + i })),
  )
  deepEqual(countOutcomes(answers), { done: 1, settings_changed: 9 })
  equal((await sora.call(listSettingVersions, {})).total, 1)
  const { points_days } = await settingsOf(here.app.db)
  equal(points_days, answers.find(({ error }) => !error)!.points_days)
})

test('a change based on an outdated version is refused', async (t) => {
  const { sora } = await openWithAdmin(t)
  const first = await sora.call(changeSettings, { version: 0, ...WHY, payout_fee: 220 })
  const late = await sora.call(changeSettings, { version: 0, ...WHY, payout_fee: 250 })
  equal(late.error?.code, 'settings_changed')
  const { error } = await sora.call(changeSettings, {
    version: first.version,
    ...WHY,
    payout_fee: 250,
  })
  equal(error, undefined)
})

// oxfmt-ignore
const bad: [given: object, field: string][] = [
  [{ price_min: 9 },                              'price_min'],
  [{ price_min: 500, price_max: 400 },            'price_max'],
  [{ price_max: 10_000_000 },                     'price_max'],
  [{ price_max: 40 },                             'card_minimum'],
  [{ card_minimum: 49 },                          'card_minimum'],
  [{ payout_min: 2_000, payout_max: 1_999 },      'payout_max'],
  [{ payout_max: 999 },                           'payout_max'],
  [{ payout_min: 0 },                             'payout_min'],
  [{ payout_day: 29 },                            'payout_day'],
  [{ payout_fee: 1.5 },                           'payout_fee'],
  [{ platform_fee_secondary_bp: 5_001 },          'royalty_max_bp'],
  [{ platform_fee_primary_bp: 10_001 },           'platform_fee_primary_bp'],
  [{ checkout_hold_seconds: 59 },                 'checkout_hold_seconds'],
  [{ points_days: 0 },                            'points_days'],
  [{ copies_per_upload: 10_001 },                 'copies_per_upload'],
  [{ trade_enabled: 'yes' },                      'trade_enabled'],
  [{ operator: { name: 'x'.repeat(301) } },       'operator.name'],
  [{ operator: { email: 'nobody' } },             'operator.email'],
  [{ operator: { invoice_number: '1234' } },      'operator.invoice_number'],
  [{ bank_sender: { client_code: '123' } },       'bank_sender.client_code'],
  [{ bank_sender: { client_name: 'レンバン' } },  'bank_sender.client_name'],
  [{ bank_sender: { client_name: 'ﾚﾝﾊﾞﾝ,' } },    'bank_sender.client_name'],
  [{ bank_sender: { client_name: 'ﾚ'.repeat(41) } }, 'bank_sender.client_name'],
  [{ bank_sender: { client_name: ' ' } },         'bank_sender.client_name'],
  [{ bank_sender: { account_number: '12345678' } }, 'bank_sender.account_number'],
  [{ bank_sender: { bank_code: '9990' } },        'bank_sender.bank_code'],
  [{ bank_sender: { branch_code: '999' } },       'bank_sender.branch_code'],
  [{ reason: ' ' },                               'reason'],
]
test('each invalid value is refused with its field, and nothing changes', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  for (const [given, field] of bad) {
    const { error } = await sora.call(changeSettings, { version: 0, ...WHY, ...given })
    equal(error?.params.field, field, JSON.stringify(given))
  }
  deepEqual(await settingsOf(here.app.db), await settingsOf((await testApp(t)).app.db))
})

test('the names of the operator’s bank are looked up in the directory', async (t) => {
  const { sora } = await openWithAdmin(t)
  const { bank_sender } = await sora.call(changeSettings, {
    version: 0,
    ...WHY,
    bank_sender: { client_code: '0123456789', bank_code: '0005', branch_code: '001' },
  })
  deepEqual([bank_sender.bank_name_kana, bank_sender.client_name], ['ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ', 'ﾚﾝﾊﾞﾝ'])
  const { error } = await sora.call(changeSettings, {
    version: 0,
    ...WHY,
    bank_sender: { bank_name_kana: 'ﾜﾀｼ' } as object,
  })
  equal(error?.code, 'input_invalid')
})

test('the history shows each change with its author, time and reason, and cannot be rewritten', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  const kei = await here.person('Kei', { role: 'ADMIN' })
  const first = await sora.call(changeSettings, { version: 0, ...WHY, payout_fee: 220 })
  const same = await sora.call(changeSettings, { version: first.version, ...WHY, payout_fee: 220 })
  equal(same.version, first.version) // an unchanged value adds no version
  await kei.call(changeSettings, {
    version: first.version,
    reason: 'A mistake.',
    payout_fee: 200,
    operator: { name: 'Renban' },
  })

  const { items, total } = await kei.call(listSettingVersions, {})
  equal(total, 2)
  const [second, one] = items
  deepEqual([one!.changed_by, one!.reason], ['Sora', WHY.reason])
  equal(one!.changed_at, here.clock.now.toISOString())
  deepEqual(one!.changes, [{ field: 'payout_fee', from: 200, to: 220 }])
  deepEqual(second!.changes, [
    { field: 'payout_fee', from: 220, to: 200 },
    { field: 'operator.name', from: '', to: 'Renban' },
  ])
  const older = await kei.call(listSettingVersions, { offset: 1, limit: 1 })
  deepEqual(older.items, [one])
  for (const change of [sql`update setting set reason = ''`, sql`delete from setting`])
    equal(await change.execute(here.app.db).catch(({ code }) => code), 'P0001')
})

test('only administrators change settings and read their history', async (t) => {
  const { here } = await openWithAdmin(t)
  for (const role of ['STANDARD_USER', 'ORH'] as const) {
    const one = await here.person(role, { role })
    const { error } = await one.call(changeSettings, { version: 0, ...WHY, payout_fee: 0 })
    equal(error?.code, 'admins_only')
    equal((await one.call(listSettingVersions, {})).error?.code, 'admins_only')
  }
  equal((await here.call(changeSettings, { version: 0, ...WHY })).error?.code, 'not_signed_in')
})

test('a new fee applies to all later purchases, including copies already listed', async (t) => {
  const { here, sora } = await openWithAdmin(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  equal(await mika.balance(), 900)

  await sora.call(changeSettings, { version: 0, ...WHY, platform_fee_primary_bp: 2_000 })

  equal((await mika.call(calculateProfit, { kid: film.kid, price: 1_000 })).net, 800)
  await ren.call(purchaseForFree, film.order(2, 1_000))
  equal(await mika.balance(), 1_700)
})
