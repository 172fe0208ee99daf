import { z } from 'zod'
import { brandFacts } from '#src/catalog/asset/asset.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** The states of a person's entry in a waiting room. A pass is an admitted entry. */
// oxfmt-ignore
export const waitingTransitions = {
  table: 'waiting_entry',
  steps: [
    // from       action   to          by
    ['new',      'join',  'waiting',  'person'],
    ['waiting',  'leave', 'left',     'person'],
    ['waiting',  'remove', 'left',    'platform' ], // the person is suspended
    ['waiting',  'admit', 'admitted', 'platform' ],
    ['waiting',  'close', 'missed',   'platform' ], // no copy is left
    ['admitted', 'leave', 'left',     'person'],
    ['admitted', 'remove', 'left',    'platform' ],
    ['admitted', 'buy',   'bought',   'platform' ], // the order placed with the pass is paid
    ['admitted', 'lapse', 'lapsed',   'clock' ],
  ],
} as const satisfies Transitions

/** The states of a room, in order: not open yet, open, sale started, admitting people, ended. */
export const roomStates = ['announced', 'open', 'drawing', 'admitting', 'ended'] as const
/** The reasons why a room ended: everybody had their turn, no copy is left, or the sale ended. */
export const endings = ['served', 'sold_out', 'sale_ended'] as const

const hex = z.string().regex(/^[\da-f]{64}$/)
const time = z.iso.datetime()

/** The caller's own newest place, shown to nobody else. */
const ownPlace = z.strictObject({
  entry_id: z.uuid(),
  status: z.string(), // of `waitingTransitions`
  drawn_place: z.int().nullable(), // in the draw; null before it and for people who joined later
  people_before: z.int().nullable(), // in the queue now; null outside it
  expected_seconds: z.int().nullable(), // until admission, at the rate of the settings
  pass_ends_at: time.nullable(),
  is_ordered: z.boolean(), // an order was placed with the pass and is held or paid
})
ownPlace.register(z.globalRegistry, { id: 'WaitingRoomPlace' })
export type OwnPlace = z.output<typeof ownPlace>

const room = z.strictObject({
  id: z.string(), // the room's address: the title's `kid` or the group's `encrypted_id`
  kid: z.uuid().nullable(), // the title; null for a group's room
  name: z.string(),
  brand: brandFacts.nullable(),
  picture: picture.nullable(),
  creator_account_id: z.uuid(),
  state: z.enum(roomStates),
  ending: z.enum(endings).nullable(),
  opens_at: time,
  starts_at: time, // of the sale
  people: z.int(), // waiting now
  admitted: z.int(), // valid passes without an order
  drawn_count: z.int().nullable(), // people whose place was drawn
  copies_left: z.int(), // copies that nobody is paying for
  people_per_minute: z.int(),
  pass_seconds: z.int(),
  commitment: hex.nullable(), // shown once the room is open
  mine: ownPlace.nullable(),
  limit_reached: z.int().nullable(), // the holding limit, if the caller has reached it
})
room.register(z.globalRegistry, { id: 'WaitingRoom' })
export type WaitingRoom = z.output<typeof room>

/** Returns the waiting room of a title or a group. A title without its own leads to its group's. */
export const getWaitingRoom = endpoint('GET', '/waiting_rooms/{id}', {
  query: z.strictObject({ id: z.string() }),
  reply: room,
})

/** Joins a room, or keeps the existing place. `lang` is the language of the admission mail. */
export const joinWaitingRoom = endpoint('POST', '/waiting_rooms/join', {
  body: z.strictObject({ id: z.string(), lang: language.default('en') }),
  reply: ownPlace,
})

/** Gives up the caller's place. Joining again queues behind everybody. */
export const leaveWaitingRoom = endpoint('POST', '/waiting_rooms/leave', {
  body: z.strictObject({ id: z.string() }),
  reply: z.undefined(),
})

export const RESULTS_MAX = 5_000

/** Lists the drawn entries by place, with the data to repeat the draw by `draw-places.shared.ts`. */
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
    bought_count: z.int(), // people who bought
    later_count: z.int(), // people who joined after the draw
    items: z.array(z.uuid()), // ids of entries, from place `offset` + 1 on
    total: z.int(),
  }),
})
export type WaitingResults = z.output<typeof getWaitingResults.reply>
