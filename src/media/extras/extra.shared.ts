import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { viewAs } from '#src/catalog/asset/asset.shared.ts'
import { parseRanges, rangesInclude } from '#src/catalog/asset/ranges.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

export const EXTRAS_MAX = 20 // of one title
export const EXTRA_NAME_MAX = 60
export const EXTRA_NOTE_MAX = 300

export const extraKinds = ['clip', 'voice', 'poster', 'pdf'] as const
export type ExtraKind = (typeof extraKinds)[number]

const MB = 1_000_000
/** The largest file of each kind, in bytes. */
export const extraBytesMax: Record<ExtraKind, number> = {
  clip: 500 * MB,
  voice: 50 * MB,
  poster: 50 * MB,
  pdf: 20 * MB,
}

// oxfmt-ignore
export const extraTransitions = {
  table: 'extra',
  steps: [
    // from         action     to            by
    ['new',         'add',     'preparing',  'creator' ],
    ['preparing',   'publish', 'ready',      'platform'],
    ['ready',       'remove',  'removed',    'creator' ],
    ['ready',       'clear',   'removed',    'platform'], // with its title
  ],
} as const satisfies Transitions

const fields = {
  name: plainName(EXTRA_NAME_MAX),
  note: z.string().trim().max(EXTRA_NOTE_MAX),
  numbers: z.string().trim().min(1).max(2_000).nullable(), // as in `1-10, 77`; null: every number
  for_renters: z.boolean(),
}
/** The fields that a creator chooses for an extra. */
export const extraFields = {
  ...fields,
  note: fields.note.default(''),
  numbers: fields.numbers.default(null),
  for_renters: fields.for_renters.default(false),
}

const kind = z.enum(extraKinds)
/** The public facts of an extra, and whether the viewer may open it. */
export const extra = z.strictObject({
  id: z.uuid(),
  kind,
  ...fields,
  can_open: z.boolean(),
})
extra.register(z.globalRegistry, { id: 'Extra' })
export type Extra = z.output<typeof extra>

/** Lists the extras of a title, in the order that its creator chose. */
export const listExtras = endpoint('GET', '/assets/{id}/extras', {
  query: z.strictObject({ ...parts, id: z.uuid(), ...viewAs }),
  reply: z.strictObject({ items: z.array(extra) }),
})

/**
 * Lists the titles of which the caller may open extras, because of a number that they hold now, with
 * the count of these extras.
 */
export const listExtraCounts = endpoint('GET', '/extras', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(z.strictObject({ kid: z.uuid(), count: z.int() })) }),
})

/**
 * Returns the file of an extra to those who hold one of its numbers, or a part of it (RFC 9110, 14).
 * The right is checked again while the file is sent.
 */
export const getExtraFile = endpoint('GET', '/extras/{id}/file', {
  query: z.strictObject({ id: z.uuid() }),
  file: ['video/mp4', 'audio/mp4', 'image/webp', 'application/pdf'],
  reply: z.undefined(),
})

/** Changes the fields of an extra. Holders of numbers that it loses can no longer open it. */
export const updateExtra = endpoint('PATCH', '/assets/{kid}/extras/{id}', {
  body: z
    .strictObject({ kid: z.uuid(), id: z.uuid(), ...fields })
    .partial({ name: true, note: true, numbers: true, for_renters: true }),
  reply: extra,
})

/** Puts the extras of a title in order. `ids` names each of them once. */
export const orderExtras = endpoint('PUT', '/assets/{kid}/extras/order', {
  body: z.strictObject({ kid: z.uuid(), ids: z.array(z.uuid()).max(EXTRAS_MAX) }),
  reply: z.strictObject({ items: z.array(extra) }),
})

/** Removes an extra and its file. Nobody can open it from then on. */
export const removeExtra = endpoint('DELETE', '/assets/{kid}/extras/{id}', {
  query: z.strictObject({ kid: z.uuid(), id: z.uuid() }),
  reply: z.undefined(),
})

/** Returns the address of an extra's file. */
export const extraFilePath = (id: string) => requestOf(getExtraFile, { id }).url

type Numbered = Pick<Extra, 'numbers'>

/** Tells if an extra comes with a number. */
export const comesWith = ({ numbers }: Numbered, number: number): boolean =>
  numbers === null || rangesInclude(numbers, number)

/** Returns the numbers that have an extra which not every number has. */
export function numbersWithExtras(extras: readonly Numbered[]): ReadonlySet<number> {
  const some = extras.flatMap(({ numbers }) => (numbers === null ? [] : [numbers]))
  return new Set(some.flatMap((numbers) => parseRanges(numbers)))
}
