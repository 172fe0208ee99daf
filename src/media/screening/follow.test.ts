import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { clockEstimate, correctionOf } from './follow.shared.ts'
import { LEAD_MS, positionAt } from './screening.shared.ts'

test('SC-11 the quickest round trip tells the server’s clock, whatever delays the others had', () => {
  const clock = clockEstimate()
  equal(clock.ahead(), 0)
  const trip = (sentAt: number, there: number, back: number) => {
    const received_ms = sentAt + there + 5_000 // the server is five seconds ahead
    const server = { received_ms, sent_ms: received_ms + 3 }
    clock.add({ sentAt, receivedAt: sentAt + there + 3 + back, server })
  }
  trip(0, 400, 20)
  trip(1_000, 10, 12)
  trip(2_000, 15, 600)
  equal(clock.ahead(), 4_999)
  for (let i = 0; i < 12; i++) trip(10_000 + i, 50, 50)
  equal(clock.ahead(), 5_000, 'old trips are forgotten')
})

test('SC-11 a player that is off catches up a little faster or slower, and jumps if it is lost', () => {
  const playing = (actual: number, late = 0) =>
    correctionOf({ expected: 100, actual, shouldPlay: true }, late)
  deepEqual(playing(100.01), { rate: 1 })
  equal(Number(playing(99.9).rate.toFixed(3)), 1.05)
  equal(playing(100.3).rate, 0.9)
  deepEqual(playing(90), { seekTo: 100, rate: 1 })
  deepEqual(playing(90, 0.3), { seekTo: 100.3, rate: 1 })
  const paused = (actual: number) => correctionOf({ expected: 100, actual, shouldPlay: false }, 0.3)
  deepEqual(paused(100.05), { rate: 1 })
  deepEqual(paused(99), { seekTo: 100, rate: 1 })
})

test('SC-11 the position runs from its moment, waits for one that is ahead, and ends with the title', () => {
  const moved_at = '2030-01-01T00:00:10.000Z'
  const at = (seconds: number, is_playing = true) =>
    positionAt(
      { is_playing, position_ms: 5_000, moved_at },
      Date.parse(moved_at) + seconds * 1_000,
      60,
    )
  deepEqual([at(-1), at(0), at(2.5), at(2.5, false)], [5_000, 5_000, 7_500, 5_000])
  equal(at(100), 60_000)
  ok(LEAD_MS < 500)
})
