import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** One person's place in a waiting room. A pass is a place that has been admitted. */
// oxfmt-ignore
export const waitingTransitions = {
  table: 'waiting_entry',
  steps: [
    // from       act      to          by
    ['new',      'join',  'waiting',  'person'],
    ['waiting',  'leave', 'left',     'person'],
    ['waiting',  'admit', 'admitted', 'platform' ],
    ['waiting',  'close', 'missed',   'platform' ], // nothing is left to be had
    ['admitted', 'leave', 'left',     'person'],
    ['admitted', 'buy',   'bought',   'platform' ], // what was ordered with the pass is paid
    ['admitted', 'lapse', 'lapsed',   'clock' ],
  ],
} as const satisfies Transitions

/** From the switch to the end: not open yet, open, the sale has begun, people are let in, over. */
export const roomStates = ['announced', 'open', 'drawing', 'admitting', 'ended'] as const
/** Why a room is over: everybody has had their turn, no copy is left, or the sale has ended. */
export const endings = ['served', 'sold_out', 'sale_ended'] as const

const hex = z.string().regex(/^[\da-f]{64}$/)
const time = z.iso.datetime()

/** One's own newest place; only its person is told of it. */
const ownPlace = z.strictObject({
  entry_id: z.uuid(),
  status: z.string(), // of `waitingMoves`
  drawn_place: z.int().nullable(), // in the draw; null before it, and for who came later
  people_before: z.int().nullable(), // in the line now; null where one does not stand in it
  expected_seconds: z.int().nullable(), // until one is let in, at the rate that people are let in
  pass_ends_at: time.nullable(),
  is_ordered: z.boolean(), // something was ordered with the pass and is held or paid
})
export type OwnPlace = z.output<typeof ownPlace>

const room = z.strictObject({
  id: z.string(), // its address: the title's `kid`, or its group's
  kid: z.uuid().nullable(), // of the title; null where it is a group's
  name: z.string(),
  brand: z.strictObject({ name: z.string(), account: z.string() }).nullable(),
  picture: picture.nullable(),
  creator_account_id: z.uuid(),
  state: z.enum(roomStates),
  ending: z.enum(endings).nullable(),
  opens_at: time,
  starts_at: time, // of the sale
  people: z.int(), // who stand in it now
  admitted: z.int(), // who have been let in and have not bought yet
  drawn_count: z.int().nullable(), // who were there at the start
  copies_left: z.int(), // that nobody is paying for
  people_per_minute: z.int(),
  pass_seconds: z.int(),
  commitment: hex.nullable(), // from the opening on
  mine: ownPlace.nullable(),
  limit_reached: z.int().nullable(), // one holds as many copies of what is left as one may: so many
})
export type WaitingRoom = z.output<typeof room>

/** A title's or group's room; of a title also its group's, where that is what it is sold through. */
export const getWaitingRoom = endpoint('GET', '/waiting_rooms/{id}', {
  query: z.strictObject({ id: z.string() }),
  reply: room,
})

/** Takes a place, or keeps the one that one has. `lang`: of the mail that tells of the admission. */
export const joinWaitingRoom = endpoint('POST', '/waiting_rooms/join', {
  body: z.strictObject({ id: z.string(), lang: z.string().min(2).max(10).default('en') }),
  reply: ownPlace,
})

/** Gives the place up; who joins again stands behind everybody. */
export const leaveWaitingRoom = endpoint('POST', '/waiting_rooms/leave', {
  body: z.strictObject({ id: z.string() }),
  reply: z.undefined(),
})

export const RESULTS_MAX = 5_000

/** Everybody who was drawn, by place, and what it takes to draw again: `lots.shape.ts` says how. */
export const getWaitingResults = endpoint('GET', '/waiting_rooms/{id}/results', {
  query: z.strictObject({
    id: z.string(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(RESULTS_MAX).default(RESULTS_MAX),
  }),
  reply: z.strictObject({
    drawn_at: time,
    commitment: hex,
    seed: hex,
    entries_hash: hex,
    bought_count: z.int(), // people
    later_count: z.int(), // who came after the draw
    items: z.array(z.uuid()), // ids of places: that of `offset` + 1 first
    total: z.int(),
  }),
})
export type WaitingResults = z.output<typeof getWaitingResults.reply>
