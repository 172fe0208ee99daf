import { deepEqual, equal, throws } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { isBankDay, nextBankDay, payoutDates } from './business-day.ts'

const MS = [-1, 0, 1]
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Apia']

test('banks are closed on weekends, national holidays and from 31 December to 3 January', () => {
  const closed = [
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
    ['2026-11-23', 'Labour Thanksgiving Day'],
    ['2026-05-06', 'a substitute holiday'],
    ['2026-09-22', 'a day between two holidays'],
    ['2026-12-31', "New Year's Eve, a Thursday"],
    ['2027-01-01', "New Year's Day"],
    ['2029-01-02', 'a Tuesday'],
    ['2029-01-03', 'a Wednesday'],
  ] as const
  for (const [day, why] of closed) equal(isBankDay(day), false, why)
  for (const day of ['2026-11-20', '2026-11-24', '2026-12-30', '2027-01-04', '2028-02-29'])
    equal(isBankDay(day), true, day)
})

test('the next bank day is the day itself or the first one after a run of holidays', () => {
  equal(nextBankDay('2026-11-20'), '2026-11-20')
  equal(nextBankDay('2026-11-21'), '2026-11-24')
  equal(nextBankDay('2026-05-02'), '2026-05-07')
  equal(nextBankDay('2026-12-31'), '2027-01-04')
  for (const day of ['2026-02-30', '2026-2-3', 'tomorrow'])
    throws(() => nextBankDay(day), RangeError)
})

test('a request can be cancelled until its month ends and is paid in the next month', () => {
  const dates = (at: string, day = 5) => payoutDates(new Date(at), day)
  deepEqual(dates('2026-11-30T14:59:59.999Z'), {
    cut_off: new Date('2026-11-30T14:59:59.999Z'),
    sent_on: '2026-12-07', // the 5th is a Saturday
    expected_on: '2026-12-08',
  })
  deepEqual(dates('2026-11-30T15:00:00.000Z'), {
    cut_off: new Date('2026-12-31T14:59:59.999Z'),
    sent_on: '2027-01-05',
    expected_on: '2027-01-06',
  })
  equal(dates('2026-12-15T00:00:00.000Z', 1).sent_on, '2027-01-04')
  equal(dates('2027-04-15T00:00:00.000Z').sent_on, '2027-05-06') // after Golden Week
  equal(dates('2027-04-15T00:00:00.000Z').expected_on, '2027-05-07')
  equal(dates('2028-01-31T00:00:00.000Z', 28).sent_on, '2028-02-28')
})

/** Fifty times around month ends, a leap day and daylight saving changes, each also ±1 ms. */
const moments = [
  ...Array.from({ length: 25 }, (_, i) => Date.UTC(2027, i, 1) - 9 * 3_600_000), // starts of months in Japan
  ...[0, 1, 2].map((i) => Date.UTC(2028, 1, 27 + i) - 9 * 3_600_000), // around the leap day
  ...Array.from({ length: 12 }, (_, i) => Date.UTC(2027, i, 1)), // starts of months in UTC
  ...Array.from({ length: 10 }, (_, i) => Date.parse('2028-03-12T07:00Z') + i * 13 * 3_600_000), // DST
]
const cases = moments.flatMap((at) => MS.map((ms) => at + ms))

const program = `
import { jstDay, jstDayEnd, jstMonth, jstMonthStart } from '${import.meta.resolve('#core/clock.ts')}'
import { payoutDates } from '${import.meta.resolve('./business-day.ts')}'
const answer = (at) => ({
  day: jstDay(at),
  monthStart: jstMonthStart(jstMonth(at)),
  dayEnd: jstDayEnd(at, 0),
  deadline: jstDayEnd(at, 180),
  ...payoutDates(at, 5),
})
console.log(JSON.stringify({
  noon: new Date(2027, 6, 1, 12),
  answers: JSON.parse(process.argv[1]).map((at) => answer(new Date(at))),
}))`

/** Returns the dates that a server in this time zone computes. */
function answersIn(TZ: string) {
  const run = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(cases)],
    { env: { ...process.env, TZ }, encoding: 'utf8' },
  )
  equal(run.status, 0, run.stderr)
  return JSON.parse(run.stdout) as { noon: string; answers: unknown[] }
}

/** Computes the same dates with `Intl` and the time zone Asia/Tokyo. */
function expected(at: number) {
  const [year, month, day] = tokyo.format(at).split('-').map(Number) as [number, number, number]
  const start = (m: number, d: number) => Date.UTC(year, m, d) - 9 * 3_600_000
  const fifth = new Date(Date.UTC(year, month, 5)).toJSON().slice(0, 10)
  const sent_on = nextBankDay(fifth)
  const next = new Date(Date.parse(sent_on) + 86_400_000).toJSON().slice(0, 10)
  return {
    day: tokyo.format(at),
    monthStart: new Date(start(month - 1, 1)),
    dayEnd: new Date(start(month - 1, day + 1) - 1),
    deadline: new Date(start(month - 1, day + 181) - 1),
    cut_off: new Date(start(month, 1) - 1),
    sent_on,
    expected_on: nextBankDay(next),
  }
}
const tokyo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' })

test('150 times give the same days and deadlines in every server time zone', () => {
  equal(new Set(cases).size, 150)
  const results = zones.map(answersIn)
  equal(new Set(results.map(({ noon }) => noon)).size, zones.length, 'the time zones took effect')
  const right = JSON.parse(JSON.stringify(cases.map(expected)))
  for (const [i, { answers }] of results.entries()) deepEqual(answers, right, zones[i])
})
