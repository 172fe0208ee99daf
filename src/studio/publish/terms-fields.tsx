import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldsWith } from '#src/catalog/asset/title-fields.shared.ts'
import { type InputsForm, RightsInputs } from '#src/catalog/asset/title-fields.tsx'

export function HolderRightsFieldset({
  form,
}: Pick<InputsForm<FieldsWith<{ part: 'rights' | 'screening' }>>, 'form'>) {
  return (
    <fieldset className="grid gap-3.5">
      <legend className="mb-3 text-label font-semibold">
        <Trans>What owners can do</Trans>
      </legend>
      <RightsInputs form={form} />
    </fieldset>
  )
}

/** Collapsible fields. Opens on a fault, and stays open while a field has a value of its own. */
export function FieldFold(props: {
  title: string
  hasValue?: boolean
  hasFault?: boolean
  children: ReactNode
}) {
  const { title, hasValue = false, hasFault = false, children } = props
  const fold = useRef<HTMLDetailsElement>(null)
  const [beginsOpen] = useState(hasValue || hasFault)
  useEffect(() => {
    if (hasFault) fold.current!.open = true
  }, [hasFault])
  return (
    <details ref={fold} open={beginsOpen}>
      <summary
        className="inline-flex min-h-11 items-center text-label font-semibold underline"
        onClick={(event) => (hasValue || hasFault) && fold.current!.open && event.preventDefault()}
      >
        {title}
      </summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  )
}

/** Collapsible fields of the sale. */
export function SaleDetails(props: {
  values: readonly unknown[]
  hasFault: boolean
  children: ReactNode
}) {
  const { values, hasFault, children } = props
  const { t } = useLingui()
  return (
    <FieldFold
      title={t`Sale times, limit per person`}
      hasValue={values.some((one) => one !== '' && one !== null)}
      hasFault={hasFault}
    >
      <p className="max-w-[66ch] text-small text-ink-2">
        <Trans>Times are in Japan time.</Trans>
      </p>
      {children}
    </FieldFold>
  )
}
