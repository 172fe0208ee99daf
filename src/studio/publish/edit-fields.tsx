import { type Asset } from '#src/catalog/asset/asset.shared.ts'
import { saleClocksOf, saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import {
  editableFields,
  emptyValue,
  type FieldName,
} from '#src/catalog/asset/title-fields.shared.ts'
import type { EditFields } from './title-form.shared.ts'

/** Returns the values of the form of a published title. */
export const fieldsOf = (asset: Asset): EditFields => ({
  ...Object.fromEntries(editableFields.map((name) => [name, asset[name] ?? emptyValue(name)])),
  ...saleClocksOf(asset),
})

/** Returns the fields to send: all but the locked ones, which stay as they are. */
export const changesOf = (values: EditFields, locked: { [F in FieldName]?: unknown }) =>
  Object.fromEntries(
    Object.entries({ ...values, ...saleMomentsOf(values) }).filter(([name]) => !(name in locked)),
  )
