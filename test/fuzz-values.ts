import { z } from 'zod'
import type { Endpoint } from '#core/http/endpoint.ts'
import type { Random } from './random.ts'

export type Input = Record<string, unknown>

/** A changed input, as JSON text or as parameters, with the change in words for messages. */
export interface ChangedInput {
  change: string
  /** The fields as names and values; a name may occur twice, as on the wire. */
  fields: [name: string, value: unknown][]
}

/** The JSON Schema of an input or of a part of it, as far as edges are read from it. */
interface Schema {
  type?: string
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const LONG = 20_000 // characters; longer bodies have tests of their own

/** Texts that databases, parsers, pages and files are known to trip over, by what is odd about them. */
// oxfmt-ignore
export const oddTexts: readonly (readonly string[])[] = [
  ['\0', 'a\0b', '\ud800', 'a\udfff\ud800'],
  ['', ' ', '\t\r\n', '\u200b'],
  ['x'.repeat(LONG), ' '.repeat(LONG), '9'.repeat(400), 'W'.repeat(80), 'ﷺ'.repeat(40)],
  ['\ufffe', '\u202eevil', '﷽', `e${'\u0301'.repeat(300)}`, '👩‍👩‍👧‍👦', '🇯🇵'.repeat(20), 'か\u3099', 'İ', 'ß', '\u2028', '\x1b[2J'],
  ['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN'],
  ["'; drop table account; --", '%', '_%\\', '${7*7}', '{{7*7}}', '\\', '<script>alert(1)</script>', '%00'],
  ['../../etc/passwd', '..%2f..%2f', 'a\r\nset-cookie: a=b', 'javascript:alert(1)', '=1+1', 'a@b', 'AAAA'],
  ['0', '-1', '1e9', '0x10', '１２３', '+1', '1,000', '9223372036854775808', '0.5'],
  ['0000-00-00', '2030-02-30', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'],
  ['+275760-09-13T00:00:00.001Z', '2030-01-01T00:00:60Z', '2030-13', '0000-01', '9999-12'],
  ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
]
// oxfmt-ignore
const oddNumbers: readonly number[] = [
  0, -0, -1, 1, 0.1, -0.5, 1e-320, 1e308, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 63),
]
// oxfmt-ignore
const oddThings: readonly unknown[] = [
  null, true, false, [], {}, [[]], [null], deep(20), deep(60), Array.from({ length: 2_000 }, () => 'x'),
  JSON.parse('{"__proto__":{"role":"ADMIN"}}'), { constructor: { prototype: { role: 'ADMIN' } } },
  { $ne: null }, { length: 1e9 }, { toString: 1 }, 'text', 7,
]

/** Returns an input in which one field is changed. `ids` are ids of objects, whoever owns them. */
export function changedInput(
  endpoint: Endpoint,
  valid: Input,
  { random, ids }: { random: Random; ids: readonly string[] },
): ChangedInput {
  const schema = schemaOf(endpoint)
  const one = <T>(from: readonly T[]): T => from[random(from.length)]!
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(valid)])]
  const kind = names.length === 0 ? 'added' : one(KINDS)
  const fields = Object.entries(valid)
  const name = kind === 'added' ? one(ADDED) : one(fittingNames(kind, names, schema))
  const without = fields.filter(([each]) => each !== name)
  const value = valid[name]
  switch (kind) {
    case 'added':
      return { change: `${short(name)} added`, fields: [...fields, [name, one(one(oddTexts))]] }
    case 'dropped':
      return { change: `${name} dropped`, fields: without }
    case 'twice': {
      if (Array.isArray(value))
        return { change: `${name} doubled`, fields: [...without, [name, [...value, ...value]]] }
      const odd = one(one(oddTexts))
      const twice: ChangedInput['fields'] = [
        [name, value ?? odd],
        [name, odd],
      ]
      return { change: `${name} twice`, fields: [...without, ...twice] }
    }
    default: {
      const values = (at?: Schema) =>
        kind === 'id' ? ids : kind === 'edge' && at ? edgesOf(at) : oddOf(at, one)
      const changed = replaced(value, schema.properties?.[name], (at) => one(values(at)), random)
      const change = `${name} = ${short(JSON.stringify(changed))}`
      return { change, fields: [...without, [name, changed]] }
    }
  }
}

type Kind = 'odd' | 'edge' | 'id' | 'dropped' | 'twice' | 'added'
// oxfmt-ignore
const KINDS: Kind[] = [
  'odd', 'odd', 'odd', 'odd', 'odd', 'edge', 'edge', 'edge', 'edge', 'edge', 'id', 'id', 'dropped', 'twice', 'added',
]
const ADDED = ['__proto__', 'constructor', 'role', 'account_id', '', 'a'.repeat(2_000), '\0']

/** Returns the fields with ids for a change of the id, and the other fields for odd values. */
function fittingNames(kind: Kind, names: string[], { properties = {} }: Schema) {
  const isId = (name: string) => (properties[name]?.items ?? properties[name])?.format === 'uuid'
  const fitting = names.filter((name) => (kind === 'id') === isId(name))
  return fitting.length > 0 && kind !== 'dropped' && kind !== 'twice' ? fitting : names
}

/** Replaces a value, or often a part of it if it has parts. */
function replaced(
  value: unknown,
  at: Schema | undefined,
  make: (at?: Schema) => unknown,
  random: Random,
): unknown {
  if (Array.isArray(value) && value.length > 0 && random(3) > 0) {
    const i = random(value.length)
    return value.with(i, replaced(value[i], at?.items, make, random))
  }
  if (isObject(value) && Object.keys(value).length > 0 && random(4) > 0) {
    const names = Object.keys(value)
    const inner = names[random(names.length)]!
    return { ...value, [inner]: replaced(value[inner], at?.properties?.[inner], make, random) }
  }
  return make(at)
}

/** Returns the fields as JSON text, with names that occur twice. */
export const jsonOf = (fields: ChangedInput['fields']): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join()}}`

const schemas = new Map<Endpoint, Schema>()

function schemaOf(endpoint: Endpoint): Schema {
  const known = schemas.get(endpoint)
  if (known) return known
  const input = endpoint.body ?? endpoint.query ?? z.strictObject({})
  const made = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(endpoint, made)
  return made
}

/** Returns odd values, most of the schema's own type. */
function oddOf(
  { type, anyOf }: Schema = {},
  one: <T>(from: readonly T[]) => T,
): readonly unknown[] {
  if (anyOf) return oddOf(anyOf[0], one)
  if (one([true, false, false, false, false])) return oddThings
  if (type === 'string') return one(oddTexts)
  return type === 'integer' || type === 'number' ? oddNumbers : oddThings
}

/** Returns values at and just beyond the limits of a schema. */
function edgesOf(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(edgesOf)
  if (schema.enum) return schema.enum
  const { minimum = -1, maximum = 2 ** 31 - 1, minLength = 0, maxLength = 1_000 } = schema
  const lengths = [minLength, maxLength, maxLength + 1, 7].map((length) => Math.min(length, LONG))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [minimum, maximum, minimum + 1, maximum - 1, minimum - 1, maximum + 1, 0, 1]
    case 'string':
      return schema.format === 'date-time' || schema.format === 'date'
        ? ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2030-01-01T00:00:00Z', '2030-01-01']
        : ['a', '海', 'ﷺ'].flatMap((letter) => lengths.map((length) => letter.repeat(length)))
    case 'boolean':
      return [true, false]
    case 'array': {
      const inner = schema.items ? edgesOf(schema.items) : ['x']
      const length = Math.min(schema.maxItems ?? 1_000, 2_000)
      return [[], inner, Array.from({ length }, () => inner[0])]
    }
    default:
      return [{}, null]
  }
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const short = (text: string | undefined) => (text ?? 'undefined').slice(0, 80)
