import { FieldFault, FieldLabel, type InputsForm } from '#src/catalog/asset/title-fields.tsx'
import { type FieldName, fieldNames, type Limits } from '#src/catalog/asset/title-fields.shared.ts'
import { ErrorSummary, type SummedError } from '#src/ui/error-summary.tsx'
import { listingLimits } from './title-form.shared.ts'

/** Sums up the faults of the form of a title, and of its files, at the head of the form. */
export function FaultSummary(props: {
  formState: InputsForm<FieldName>['form']['formState'] & { submitCount: number }
  limits: Limits
  /** The lowest price of the title. */
  lowest?: number | undefined
  files?: readonly SummedError[]
}) {
  const { formState, limits, lowest, files = [] } = props
  const { errors, submitCount } = formState
  const limitsOf = (name: FieldName) =>
    name === 'sale_price' ? listingLimits(limits, lowest) : limits
  const fields = fieldNames
    .filter((name) => errors[name])
    .map((name) => ({
      field: name,
      label: <FieldLabel name={name} />,
      message: <FieldFault name={name} limits={limitsOf(name)} />,
    }))
  return <ErrorSummary sent={submitCount} errors={[...files, ...fields]} />
}
