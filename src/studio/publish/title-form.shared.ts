import { z } from 'zod'
import { checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
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

const fields = z.object({ ...schemasOf(fieldNames, 'schema'), ...saleTimes })
export type TitleFields = z.input<typeof fields>

/** The fields of a published title. */
const editable = fields.omit({ total_copies: true, start_serial_number: true }).partial()
const edited = editable.extend(saleTimes)
export type EditFields = z.input<typeof edited>

/** The schema of the form of a new title, with the platform's limits and checks across fields. */
export const titleForm = (limits: Limits) =>
  fields.check(checkSaleClocks).check(checkLimits(limits))

/** The schema of the form of a published title. */
export const editForm = (limits: Limits) => edited.check(checkSaleClocks).check(checkLimits(limits))

const checkLimits =
  (limits: Limits) =>
  ({ value, issues }: z.core.ParsePayload<Partial<TitleFields>>) => {
    for (const name of fieldsAboveLimit(value, limits))
      issues.push({ code: 'custom', input: value[name], path: [name] })
  }

/** Returns the values of fields in the form of a new title. */
export const initialsOf = <N extends FieldName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(name).initial])) as Pick<TitleFields, N>
export const DEFAULT_FIELDS = initialsOf(fieldNames)

/** The fields that are typed, so that a list of titles can state them. */
export type ListedField = Exclude<FieldName, FieldsWith<{ kind: 'flag' | 'colour' }>>
const isListed = <N extends FieldName>(name: N): name is Extract<N, ListedField> =>
  !['flag', 'colour'].includes(fieldOf(name).kind)
export const listedFields = fieldNames.filter(isListed)

/** The optional fields of the sale, collapsed while they are empty. */
export const saleTerms = [...fieldsIn('sale'), ...fieldsIn('limits')].filter(isListed)
