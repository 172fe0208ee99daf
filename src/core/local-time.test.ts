import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { localHour, nextLocalHour } from './local-time.ts'

const next = (at: string, time_zone: string, hour: number, weekday?: number) =>
  nextLocalHour(new Date(at), { time_zone, hour, weekday }).toISOString()

test('NT-05 the next eight o’clock is found in every time zone and across summer time', () => {
  equal(next('2030-01-01T00:00:00Z', 'Asia/Tokyo', 8), '2030-01-01T23:00:00.000Z')
  equal(next('2030-01-01T23:00:00Z', 'Asia/Tokyo', 8), '2030-01-02T23:00:00.000Z')
  equal(next('2030-01-01T00:00:00Z', 'Asia/Kolkata', 8), '2030-01-01T02:30:00.000Z')
  equal(next('2030-01-01T00:00:00Z', 'Pacific/Kiritimati', 0), '2030-01-01T10:00:00.000Z')
  // Summer time begins at 1:00 UTC on 31 March 2030, and ends at 1:00 UTC on 27 October 2030.
  equal(next('2030-03-30T12:00:00Z', 'Europe/Berlin', 8), '2030-03-31T06:00:00.000Z')
  equal(next('2030-10-26T12:00:00Z', 'Europe/Berlin', 8), '2030-10-27T07:00:00.000Z')
})

test('NT-05 an hour that summer time leaves out or repeats comes once', () => {
  equal(next('2030-03-30T12:00:00Z', 'Europe/Berlin', 2), '2030-03-31T01:00:00.000Z')
  equal(next('2030-03-31T01:00:00Z', 'Europe/Berlin', 2), '2030-04-01T00:00:00.000Z')
  const first = next('2030-10-26T12:00:00Z', 'Europe/Berlin', 2)
  equal(first, '2030-10-27T01:00:00.000Z')
  equal(next(first, 'Europe/Berlin', 2), '2030-10-28T01:00:00.000Z')
})

test('NT-05 the next Monday is the one after now, in the time zone', () => {
  const MONDAY = 1
  equal(next('2030-01-06T22:30:00Z', 'Asia/Tokyo', 8, MONDAY), '2030-01-06T23:00:00.000Z')
  equal(next('2030-01-06T23:00:00Z', 'Asia/Tokyo', 8, MONDAY), '2030-01-13T23:00:00.000Z')
  deepEqual(
    ['Asia/Tokyo', 'America/New_York'].map((zone) =>
      localHour(new Date('2030-01-01T00:30Z'), zone),
    ),
    [9, 19],
  )
})
