import { z } from 'zod'
import { checkFutureEnd, checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import {
  type FieldName,
  fieldNames,
  fieldOf,
  fieldsAboveLimit,
  fieldsIn,
  type FieldsWith,
  type Limits,
  schemasOf,
} from '#src/catalog/asset/title-fields.shared.ts'

/** The fields of a new title. `list_at_once` lists its copies at `sale_price` when they are numbered. */
const fields = z.object({
  ...schemasOf(fieldNames, 'schema'),
  ...saleTimes,
  list_at_once: z.boolean(),
})
export type TitleFields = z.input<typeof fields>

/** The fields of a published title. */
const editable = fields
  .omit({ total_copies: true, start_serial_number: true, sale_price: true, list_at_once: true })
  .partial()
const edited = editable.extend(saleTimes)
export type EditFields = z.input<typeof edited>

/**
 * The schema of the form of a new title, with the platform's limits and checks across fields. `clock`
 * tells the time now on a clock in Japan.
 */
export const titleForm = (limits: Limits, clock: () => string) =>
  fields
    .check(checkSaleClocks)
    .check(checkFutureEnd(clock))
    .check(checkLimits(limits))
    .check(checkListing(limits))

/** The schema of the form of a published title. */
export const editForm = (limits: Limits) => edited.check(checkSaleClocks).check(checkLimits(limits))

const checkLimits =
  (limits: Limits) =>
  ({ value, issues }: z.core.ParsePayload<Partial<TitleFields>>) => {
    for (const name of fieldsAboveLimit(value, limits))
      issues.push({ code: 'custom', input: value[name], path: [name] })
  }

const checkListing =
  (limits: Limits) =>
  ({ value, issues }: z.core.ParsePayload<TitleFields>) => {
    if (!value.list_at_once) return
    const { sale_price } = value
    const faults = sale_price === null ? (['sale_price'] as const) : listingFaults(value, limits)
    for (const name of faults) issues.push({ code: 'custom', input: value[name], path: [name] })
  }

/** Returns the limits of the price at which copies are listed, which is not below the lowest one. */
export const listingLimits = (limits: Limits, lowest: number | undefined) => ({
  ...limits,
  price_min: Math.max(limits.price_min, lowest || 0),
})

type Listable = Pick<TitleFields, 'sale_price' | 'brand_id' | 'min_sellable_price'>
/** Names the fields that keep copies from being listed at the price, if there is one. */
export function listingFaults(
  { sale_price, brand_id, min_sellable_price }: Listable,
  limits: Limits,
) {
  if (sale_price === null) return []
  const isTooLow = sale_price < listingLimits(limits, min_sellable_price).price_min
  return [
    ...(isTooLow ? (['sale_price'] as const) : []),
    ...(brand_id ? [] : (['brand_id'] as const)),
  ]
}

/** Returns the values of fields in the form of a new title. */
export const initialsOf = <N extends FieldName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(name).initial])) as Pick<TitleFields, N>
export const DEFAULT_FIELDS = { ...initialsOf(fieldNames), list_at_once: true }

/**
 * The fields that are typed, so that a list of titles can state them. Screenings may be switched off
 * here, so lists do not speak of them.
 */
export type ListedField = Exclude<
  FieldName,
  FieldsWith<{ kind: 'flag' | 'colour' } | { part: 'screening' }>
>
const isListed = <N extends FieldName>(name: N): name is Extract<N, ListedField> =>
  !['flag', 'colour'].includes(fieldOf(name).kind) && fieldOf(name).part !== 'screening'
export const listedFields = fieldNames.filter(isListed)

/** The optional fields of the sale, collapsed while they are empty. */
export const saleTerms = [...fieldsIn('sale'), ...fieldsIn('limits')].filter(isListed)
