import { z } from 'zod'
import type { ErrorCode } from '#core/errors.ts'
import { percentNumber, wholeNumber } from '#core/typed-number.shared.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { inputTime } from './input-time.shared.ts'
import { plainLines, plainName } from '#core/plain-name.shared.ts'

/** Reasons to lock fields of a title for a while, each with the refusal of a change. */
export const locks = {
  waiting_room_open: 'waiting_room_opened', // people have come for that start
  group_waiting_room_open: 'waiting_room_opened', // a title that leaves its brand leaves its group
} as const satisfies Record<string, ErrorCode>
export type Lock = keyof typeof locks

/** The settings that limit the numbers of a title. */
export type Limits = Pick<
  Settings,
  'royalty_max_bp' | 'copies_per_upload' | 'price_min' | 'price_max'
>

type Part = 'about' | 'edition' | 'price' | 'sale' | 'limits' | 'rights' | 'screening'
interface TitleField {
  /** The kind of input. A `rate` is in per cent, its column in basis points. */
  kind: 'line' | 'lines' | 'markdown' | 'number' | 'rate' | 'time' | 'flag' | 'brand' | 'colour'
  /** The place in the forms. The `edition` is set with the upload and stays as it is. */
  part?: Part
  /** The schema of the value that the creator sends. */
  schema: z.ZodType
  /** The schema of the value in replies; the edition's numbers are read under other names. */
  reply?: z.ZodType
  /** The value in the form of a new title. */
  initial: string | number | boolean | null
  /** The least and the greatest number here. */
  bounds?: (limits: Limits) => readonly [least: number, greatest: number]
  /** The column of `asset`, if it has another name. */
  column?: string
  /** The lock under which the field cannot change. */
  lock?: Lock
}

const flag = { kind: 'flag', schema: z.boolean(), reply: z.boolean() } as const
const right = { ...flag, part: 'rights' } as const
const time = {
  kind: 'time',
  part: 'sale',
  schema: inputTime.nullable(),
  reply: z.iso.datetime().nullable(),
  initial: '', // on a clock in Japan
} as const
const whole = (least: number, greatest: number) =>
  ({
    kind: 'number',
    schema: z.int().min(least).max(greatest),
    reply: z.int().nullable(),
    bounds: () => [least, greatest] as const,
  }) as const
const royalty = {
  kind: 'rate',
  part: 'price',
  schema: z.number().min(0).max(100).multipleOf(0.01),
  reply: z.number().nullable(),
  initial: 10,
  bounds: ({ royalty_max_bp }: Limits) => [0, royalty_max_bp / 100] as const,
} as const
const ofCopies = ({ copies_per_upload }: Limits) => [1, copies_per_upload] as const
const ofPrice = ({ price_min }: Limits) => [price_min, 9_999_999] as const // lower ones are raised
const ofSalePrice = ({ price_min, price_max }: Limits) => [price_min, price_max] as const

/**
 * The fields of a title that its creator, and nobody else, sets: for the API, the forms, and lists
 * of titles. The order is that of the forms.
 */
// oxfmt-ignore
export const titleFields = {
  title: { kind: 'line', part: 'about', schema: plainName(120), reply: z.string(), initial: '' },
  description: { kind: 'markdown', part: 'about', schema: z.string().trim().min(1).max(10_000), reply: z.string(), initial: '' },
  credits: { kind: 'lines', part: 'about', schema: plainLines(4_000, 100), reply: z.string(), initial: '' }, // one each line, as in “Director: Mika Sato”
  brand_id: { kind: 'brand', schema: z.uuid().nullable(), reply: z.uuid().nullable(), initial: null, lock: 'group_waiting_room_open' }, // null takes the title out of its brand
  total_copies: { ...whole(1, 10_000), part: 'edition', initial: 100, bounds: ofCopies },
  start_serial_number: { ...whole(1, 1_000_000), part: 'edition', initial: 1 },
  sale_price: { ...whole(1, 9_999_999), part: 'edition', schema: whole(1, 9_999_999).schema.nullable(), initial: 1_000, bounds: ofSalePrice }, // null: the copies are not listed yet
  creator_royalty_rate: { ...royalty, column: 'royalty_rate_bp' },
  rental_creator_royalty_rate: { ...royalty, column: 'rental_royalty_rate_bp' },
  min_sellable_price: { ...whole(0, 9_999_999), part: 'price', initial: 10, bounds: ofPrice },
  sale_starting_at: { ...time, lock: 'waiting_room_open' },
  sale_ending_at: time,
  waiting_room: { ...flag, part: 'sale', initial: false, lock: 'waiting_room_open' }, // buyers at the first sale queue there
  holding_limit: { ...whole(1, 10_000), part: 'limits', schema: whole(1, 10_000).schema.nullable(), initial: null },
  secondary_sale_enabled: { ...right, initial: true },
  secondary_rental_enabled: { ...right, initial: true },
  trade_enabled: { ...right, initial: true },
  download_enabled: { ...right, initial: false },
  lending_enabled: { ...right, initial: true },
  only_japan_accessible: { ...right, initial: false },
  screening_guests: { ...whole(0, 100), part: 'screening', schema: whole(0, 100).schema.nullable(), initial: null }, // null: as many as is usual here
  obi: { kind: 'colour', schema: z.string().max(20), reply: z.string(), initial: 'sumi' },
} as const satisfies Record<string, TitleField>

type Fields = typeof titleFields
export type FieldName = keyof Fields
/** The names of the fields whose definition has these parts. */
export type FieldsWith<D> = { [N in FieldName]: Fields[N] extends D ? N : never }[FieldName]
/** The fields in the forms. */
export type FormField = FieldName
export type EditableField = Exclude<FieldName, FieldsWith<{ part: 'edition' }>>

/** Returns the definition of a field. */
export const fieldOf = (name: FieldName): TitleField => titleFields[name]

/** The names of all fields, in the order of the forms. */
export const fieldNames = Object.keys(titleFields) as FieldName[]
/** The names of the fields that can change after the upload. */
export const editableFields = fieldNames.filter(
  (name) => fieldOf(name).part !== 'edition',
) as EditableField[]

/** Names the fields of one part of the forms. */
export const fieldsIn = <P extends Part>(part: P) =>
  fieldNames.filter((name) => fieldOf(name).part === part) as FieldsWith<{ part: P }>[]

/** Returns the value of a field that is left empty: null if the API accepts it. */
export const emptyValue = (name: FieldName) =>
  fieldOf(name).schema.safeParse(null).success ? null : undefined

/** Returns the schemas of fields by their names. */
export const schemasOf = <N extends FieldName, P extends 'schema' | 'reply'>(
  names: readonly N[],
  of: P,
) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(name)[of]])) as {
    [K in N]: Fields[K] extends Record<P, infer S> ? S : never
  }

/** Names the fields whose number is above the platform's limit. */
export const fieldsAboveLimit = (values: { [N in FieldName]?: unknown }, limits: Limits) =>
  fieldNames.filter(
    (name) => Number(values[name]) > (fieldOf(name).bounds?.(limits)[1] ?? Infinity),
  )

/**
 * Parses the number of a field as keyboards and spreadsheets write it: `１，０００`, `¥1,000` and `1000部`
 * are 1000, a rate of `7,5` is 7.5. Returns NaN for anything else.
 */
export const parseNumber = (kind: 'number' | 'rate', typed: string): number =>
  (kind === 'rate' ? percentNumber(typed) : wholeNumber(typed.replaceAll('部', ''))) ?? Number.NaN
