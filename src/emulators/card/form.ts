import { z } from 'zod'
import { refuse } from './api-error.ts'

export type Fields = { [name: string]: string | Fields | (string | Fields)[] }

/**
 * Parses the vendor's form encoding: `line_items[0][price_data][currency]=jpy` is a list of objects.
 * Field names are untrusted, so the objects have no prototype.
 */
export function parseForm(text: string): Fields {
  const root = emptyFields()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop()!
    let place = root
    for (const step of path) {
      const next = place[step]
      place = typeof next === 'object' ? (next as Fields) : (place[step] = emptyFields())
    }
    place[last || String(Object.keys(place).length)] = value
  }
  return withLists(root) as Fields
}

const emptyFields = (): Fields => Object.create(null) as Fields

function withLists(fields: Fields): Fields | (string | Fields)[] {
  const names = Object.keys(fields)
  for (const name of names) {
    const value = fields[name]!
    if (typeof value === 'object') fields[name] = withLists(value as Fields)
  }
  const isList = names.length > 0 && names.every((name) => /^\d{1,3}$/.test(name))
  return isList ? (Object.values(fields) as (string | Fields)[]) : fields
}

/** Validates the parameters of a call. Refuses the first invalid one with the vendor's message. */
export function checked<S extends z.ZodType>(schema: S, fields: Fields): z.output<S> {
  const { success, data, error } = schema.safeParse(fields)
  if (success) return data
  const issue = error.issues[0]!
  const [root, ...rest] = [...issue.path, ...('keys' in issue ? [issue.keys[0]!] : [])]
  const param = [String(root), ...rest.map((step) => `[${String(step)}]`)].join('')
  if (issue.code === 'unrecognized_keys')
    refuse(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  if (issue.code === 'invalid_type' && issue.input === undefined)
    refuse(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return refuse(400, `Invalid ${param}: ${issue.message}`, { param })
}

export const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/, 'must be an integer')
  .transform(Number)
export const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
export const expansions = z.array(z.string()).default([])

const pages = {
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand: expansions,
}

/** Returns the schema of a list call: the vendor's paging, and the call's own filters. */
export function listParams<F extends z.ZodRawShape>(filters: F) {
  return z.strictObject({ ...pages, ...filters })
}

const bounds = { gt: wholeNumber, gte: wholeNumber, lt: wholeNumber, lte: wholeNumber }
export const timeRange = z.strictObject(bounds).partial().default({})

export function isWithin(seconds: number, range: z.output<typeof timeRange>): boolean {
  return (
    seconds > (range.gt ?? -1) &&
    seconds >= (range.gte ?? 0) &&
    seconds < (range.lt ?? Infinity) &&
    seconds <= (range.lte ?? Infinity)
  )
}

/** Returns a page of a list, newest first. */
export function listOf<R extends { id: string }>(
  url: string,
  rows: Iterable<R>,
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
) {
  const newestFirst = [...rows].toReversed()
  const from = starting_after ? newestFirst.findIndex(({ id }) => id === starting_after) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return { object: 'list', url, data, has_more: newestFirst.length > from + limit }
}
