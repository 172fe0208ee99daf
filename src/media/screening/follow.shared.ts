/** A round trip to the server: when it left and came back by this clock, and the server's times. */
export interface RoundTrip {
  sentAt: number
  receivedAt: number
  server: { received_ms: number; sent_ms: number }
}

const TRIPS_KEPT = 12

/**
 * Estimates how far the server's clock is ahead, in milliseconds, from round trips (RFC 5905, 8). The
 * quickest one is the most exact: it is wrong by at most half of its time.
 */
export function clockEstimate() {
  const trips: { delay: number; ahead: number }[] = []
  return {
    add({ sentAt, receivedAt, server }: RoundTrip) {
      const { received_ms, sent_ms } = server
      const delay = receivedAt - sentAt - (sent_ms - received_ms)
      const ahead = (received_ms - sentAt + (sent_ms - receivedAt)) / 2
      trips.push({ delay, ahead })
      if (trips.length > TRIPS_KEPT) trips.shift()
    },
    ahead: () => trips.toSorted((a, b) => a.delay - b.delay)[0]?.ahead ?? 0,
  }
}

/** The actual and the expected position of a player, in seconds. */
export interface Standing {
  expected: number
  actual: number
  shouldPlay: boolean
}
export interface Correction {
  seekTo?: number
  rate: number
}

const STILL_OFF = 0.06 // seconds; a paused picture further away is moved
const PLAYING_OFF = 0.02 // seconds; playback closer than that is left alone
const LOST = 0.4 // seconds; playback further away jumps instead of catching up
const FASTEST = 0.1 // change of the rate, hardly heard
const STEEPNESS = 0.5

/**
 * Returns how a player gets to where it should be: a little faster or slower, or by a jump. `late` is
 * how long jumps have taken in this player lately, in seconds.
 */
export function correctionOf({ expected, actual, shouldPlay }: Standing, late: number): Correction {
  const off = expected - actual
  if (!shouldPlay) return Math.abs(off) > STILL_OFF ? { seekTo: expected, rate: 1 } : { rate: 1 }
  if (Math.abs(off) > LOST) return { seekTo: expected + late, rate: 1 }
  if (Math.abs(off) <= PLAYING_OFF) return { rate: 1 }
  return { rate: 1 + Math.min(FASTEST, Math.max(-FASTEST, off * STEEPNESS)) }
}
