import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, type Draft, readDraft, textOf, revertingChanges, valueOf } from './draft.shared.ts'
import {
  flattenSettings,
  type SettingName,
  settingsSchema,
} from '#src/platform/settings/settings.shared.ts'

const settings = settingsSchema.parse({})

test('every setting is parsed to the value that was shown', () => {
  for (const [name, value] of Object.entries(flattenSettings(settings))) {
    const field = name as SettingName
    equal(valueOf(field, textOf(field, value)), value, name)
  }
  for (let bp = 0; bp <= 10_000; bp++)
    equal(valueOf('royalty_max_bp', textOf('royalty_max_bp', bp)), bp)
  for (let seconds = 1; seconds <= 10_000; seconds++)
    for (const field of ['checkout_hold_seconds', 'bank_change_hold_seconds'] as const)
      equal(valueOf(field, textOf(field, seconds)), seconds, `${field} ${seconds}`)
})

test('fees are entered in per cent, times in minutes and hours', () => {
  equal(valueOf('platform_fee_primary_bp', '10.25'), 1_025)
  equal(valueOf('platform_fee_primary_bp', '10.255'), undefined)
  for (const text of ['3.5', '3,5', '３，５', '3,50 %'])
    equal(valueOf('platform_fee_primary_bp', text), 350, text)
  for (const text of ['3,500', '3.500', '3,5,0'])
    equal(valueOf('platform_fee_primary_bp', text), undefined, text)
  equal(valueOf('checkout_hold_seconds', '1.5'), 90)
  equal(valueOf('bank_change_hold_seconds', '48'), 172_800)
  equal(valueOf('bank_change_hold_seconds', '0.1250'), 450)
  equal(valueOf('bank_change_hold_seconds', '1,125'), undefined, 'one, or a thousand')
  for (const text of ['12000', '12,000', '１２，０００', ' 12 000 '])
    equal(valueOf('payout_fee', text), 12_000, text)
  for (const text of ['', '-1', '1e3', 'ten', '10 %', '1.2.3', '12,0'])
    equal(valueOf('payout_fee', text), undefined, text)
})

// oxfmt-ignore
const drafts: [Draft, faults: object[]][] = [
  [{ payout_fee: '220' },                            []],
  [{ payout_fee: 'much' },                           [{ field: 'payout_fee', why: 'number' }]],
  [{ payout_fee: '2.5' },                            [{ field: 'payout_fee', why: 'number' }]],
  [{ price_min: '5' },                               [{ field: 'price_min', why: 'least', limit: '10' }]],
  [{ platform_fee_primary_bp: '101' },               [{ field: 'platform_fee_primary_bp', why: 'most', limit: '100' }]],
  [{ checkout_hold_seconds: '0.5' },                 [{ field: 'checkout_hold_seconds', why: 'least', limit: '1' }]],
  [{ price_min: '500', price_max: '400' },           [{ field: 'price_max', why: 'together' }]],
  [{ 'operator.email': 'nobody' },                   [{ field: 'operator.email', why: 'form' }]],
  [{ 'bank_sender.client_name': 'レンバン' },        [{ field: 'bank_sender.client_name', why: 'form' }]],
  [{ 'bank_sender.client_code': '12' },              [{ field: 'bank_sender.client_code', why: 'form' }]],
]
for (const [draft, expected] of drafts)
  test(`a draft of ${JSON.stringify(draft)} has ${expected.length || 'no'} fault`, () => {
    deepEqual(readDraft(draft, settings).faults, expected)
  })

test('a field with its old value is no change, and the request holds only changes', () => {
  const draft: Draft = { payout_fee: '200', points_days: '365', 'operator.name': ' Renban ' }
  const { changes } = readDraft(draft, settings)
  deepEqual(changes, [
    { field: 'points_days', from: 180, to: 365 },
    { field: 'operator.name', from: '', to: 'Renban' },
  ])
  deepEqual(bodyOf(changes), { points_days: 365, operator: { name: 'Renban' } })
})

test('a change is reverted where it still applies, except for computed settings', () => {
  const now = settingsSchema.parse({ payout_fee: 250, points_days: 180 })
  const old = [
    { field: 'payout_fee', from: 200, to: 220 },
    { field: 'points_days', from: 180, to: 365 },
    { field: 'bank_sender.bank_name_kana', from: 'ﾐﾂｲｽﾐﾄﾓ', to: 'ﾐｽﾞﾎ' },
    { field: 'gone_by_now', from: 1, to: 2 },
  ]
  deepEqual(revertingChanges(old, now), [{ field: 'payout_fee', from: 250, to: 200 }])
})
