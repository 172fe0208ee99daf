import { equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { jstDay, jstDayEnd, jstMonth, jstMonthStart } from './clock.ts'

test('a day and a month begin in Japan at 15:00 UTC of the day before', () => {
  equal(jstDay(new Date('2026-11-30T14:59:59.999Z')), '2026-11-30')
  equal(jstDay(new Date('2026-11-30T15:00:00.000Z')), '2026-12-01')
  equal(jstMonth(new Date('2026-12-31T14:59:59.999Z')), '2026-12')
  equal(jstMonth(new Date('2026-12-31T15:00:00.000Z')), '2027-01')
  equal(jstMonthStart('2027-01').toJSON(), '2026-12-31T15:00:00.000Z')
  equal(jstMonthStart('2028-03').toJSON(), '2028-02-29T15:00:00.000Z')
})

test('a deadline in days ends with its last day in Japan', () => {
  const evening = new Date('2026-11-21T14:59:59.999Z') // the last moment of 21 November in Japan
  equal(jstDayEnd(evening, 0).toJSON(), evening.toJSON())
  equal(jstDayEnd(new Date(evening.getTime() + 1), 0).toJSON(), '2026-11-22T14:59:59.999Z')
  equal(jstDayEnd(evening, 180).toJSON(), '2027-05-20T14:59:59.999Z')
  equal(jstDayEnd(new Date('2028-02-27T15:00:00.000Z'), 1).toJSON(), '2028-02-29T14:59:59.999Z')
})

test('a text that is not a month throws a RangeError', () => {
  for (const month of ['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', '', '2026-01\n'])
    throws(() => jstMonthStart(month), RangeError, month)
})
