import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { StatusOf, Transitions } from '#core/database/transitions.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { INT_MAX, paging } from '#core/http/paging.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

/**
 * The states of a screening. Guests gather while it is open and watch while it is running. Ended, it
 * gives nobody access.
 */
export const screeningTransitions = {
  table: 'screening',
  steps: [
    // from    action     to         by
    ['new', 'open', 'open', 'host'],
    ['open', 'start', 'running', 'host'],
    ['open', 'end', 'ended', 'host'],
    ['running', 'end', 'ended', 'host'],
    ['open', 'abandon', 'ended', 'clock'], // the host did not come back
    ['running', 'abandon', 'ended', 'clock'],
    ['open', 'stop', 'ended', 'platform'], // screenings were switched off, or the copy is elsewhere
    ['running', 'stop', 'ended', 'platform'],
  ],
} as const satisfies Transitions

export type ScreeningStatus = StatusOf<typeof screeningTransitions>
export const screeningStatuses = [
  'open',
  'running',
  'ended',
] as const satisfies readonly ScreeningStatus[]

export const NAME_MAX = 60
export const MESSAGE_MAX = 500
/** The messages of a screening that are kept. */
export const MESSAGES_KEPT = 200
/** A person counts as present for so long after they were last heard from. */
export const PRESENT_SECONDS = 30
/** How often a page reports that its reader is present. */
export const PRESENCE_MS = 5_000
/** Playback begins so long after the host's command, to reach everyone before. */
export const LEAD_MS = 400

const name = plainName(NAME_MAX)
const copy = tileFacts.extend({
  asset_token_id: z.uuid(),
  number: z.int(),
  duration_seconds: z.int().nullable(),
})

/** The position of playback: at `position_ms` at the time `moved_at`, and on from there if it plays. */
const playback = z.strictObject({
  is_playing: z.boolean(),
  position_ms: z.int(),
  moved_at: z.iso.datetime(), // shortly ahead if playback is about to begin
})
export type Playback = z.output<typeof playback>

const summary = z.strictObject({
  id: z.uuid(),
  role: z.enum(['host', 'guest']), // of the caller
  status: z.enum(screeningStatuses),
  copy,
  host_name: z.string(),
  code: z.string().nullable(), // for the host, until the end
  guests_max: z.int(),
  guests_count: z.int(), // taken seats
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
export type ScreeningSummary = z.output<typeof summary>

const participant = z.strictObject({
  id: z.uuid().nullable(), // null for the host
  name: z.string(),
  is_me: z.boolean(),
  is_present: z.boolean(),
})
export type Participant = z.output<typeof participant>

const message = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  text: z.string(), // empty while it is hidden, for others than its sender
  message_hidden: z.boolean(),
  is_mine: z.boolean(),
  at: z.iso.datetime(),
})
export type Message = z.output<typeof message>

const screening = summary.extend({
  is_locked: z.boolean(),
  chat_enabled: z.boolean(),
  playback,
  people: z.array(participant), // the host first
  messages: z.array(message), // oldest first; none while the chat is off
})
screening.register(z.globalRegistry, { id: 'Screening' })
export type Screening = z.output<typeof screening>

const ofScreening = z.strictObject({ id: z.uuid() })

/** Opens a screening of one of the caller's copies; guests join by its code. */
export const openScreening = endpoint('POST', '/screenings', {
  body: z.strictObject({
    kid: z.uuid(),
    serial_number: z.int().min(1).max(INT_MAX),
    name, // of the host, as guests see it
  }),
  reply: screening,
})

/** Lists the screenings that the caller opened or joined, newest first. */
export const listScreenings = endpoint('GET', '/screenings', {
  query: z.strictObject(paging),
  reply: page(summary),
})

/** Why the visitor of a link cannot join. */
export const invitationReasons = [
  'ended',
  'removed',
  'locked',
  'full',
  'region_unavailable',
] as const

/** Returns a screening for the visitor of its link. */
export const getInvitation = endpoint('GET', '/screenings/codes/{code}', {
  query: z.strictObject({ code: z.string().max(40) }),
  reply: z.strictObject({
    id: z.uuid().nullable(), // for its host and guests
    status: z.enum(screeningStatuses),
    copy,
    host_name: z.string(),
    guests_max: z.int(),
    seats_left: z.int(),
    reason: z.enum(invitationReasons).nullable(),
  }),
})
export type Invitation = z.output<typeof getInvitation.reply>

/** Joins a screening by its code. A repeat changes the name; the host stays the host. */
export const joinScreening = endpoint('POST', '/screenings/join', {
  body: z.strictObject({ code: z.string().max(40), name }),
  reply: screening,
})

/** Returns a screening for its host and its guests. */
export const getScreening = endpoint('GET', '/screenings/{id}', {
  query: ofScreening,
  reply: screening,
})

/** Changes who may join and whether people may write. For the host. */
export const changeScreening = endpoint('PATCH', '/screenings/{id}', {
  body: ofScreening.extend({
    is_locked: z.boolean().optional(),
    chat_enabled: z.boolean().optional(),
  }),
  reply: screening,
})

export const controls = ['start', 'play', 'pause', 'seek'] as const

/** Starts a screening, plays, pauses or seeks for everyone. For the host. */
export const controlScreening = endpoint('POST', '/screenings/{id}/control', {
  body: ofScreening.extend({
    action: z.enum(controls),
    position_ms: z.int().min(0).max(INT_MAX).optional(), // to seek to
  }),
  reply: screening,
})

/** Ends a screening for good. A repeat returns it as it is. For the host. */
export const endScreening = endpoint('POST', '/screenings/{id}/end', {
  body: ofScreening,
  reply: screening,
})

/** Removes a guest, who cannot return. A repeat changes nothing. For the host. */
export const removeGuest = endpoint('DELETE', '/screenings/{id}/guests/{guest_id}', {
  query: ofScreening.extend({ guest_id: z.uuid() }),
  reply: screening,
})

/**
 * Reports that the caller is present, and returns the server's time for the estimate of a clock
 * (RFC 5905, 8). Pauses playback if the host is gone.
 */
export const reportPresence = endpoint('POST', '/screenings/{id}/presence', {
  body: ofScreening,
  reply: z.strictObject({ received_ms: z.number(), sent_ms: z.number() }), // since 1970
})

/** Leaves a screening. The host who leaves pauses it. */
export const leaveScreening = endpoint('POST', '/screenings/{id}/leave', {
  body: ofScreening,
  reply: z.strictObject({ id: z.uuid() }),
})

/** Writes to everyone in the screening. The caller chooses the id, so that a repeat writes once. */
export const postMessage = endpoint('POST', '/screenings/{id}/messages', {
  body: ofScreening.extend({
    message_id: z.uuid(),
    text: z.string().trim().min(1).max(MESSAGE_MAX),
  }),
  reply: message,
})

/** Removes a message. A repeat changes nothing. For the host. */
export const removeMessage = endpoint('DELETE', '/screenings/{id}/messages/{message_id}', {
  query: ofScreening.extend({ message_id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid() }),
})

/** Returns the position in milliseconds at a time, within the length of the title. */
export function positionAt(
  { is_playing, position_ms, moved_at }: Playback,
  now: number,
  duration_seconds: number | null,
): number {
  const run = is_playing ? Math.max(0, now - Date.parse(moved_at)) : 0
  return Math.min(position_ms + run, (duration_seconds ?? Infinity) * 1_000)
}

/** Writes a code in two groups, to be read out. */
export const spelledCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Returns the path of a screening for whoever has its code. */
export const screeningPath = (code: string) => `/screening/${code}`
