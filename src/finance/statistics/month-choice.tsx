import { Trans, useLingui } from '@lingui/react/macro'
import { Form, useSubmit } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/field.tsx'
import { monthName } from '#src/ui/date-time.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'

/** The choice of the month. Submits on change, or with a button if scripts do not run. */
export function MonthChoice(props: { month: string; months: readonly string[]; address: string }) {
  const { month, months, address } = props
  const { t, i18n } = useLingui()
  const submit = useSubmit()
  const field = useAddressValue<HTMLSelectElement>(month)
  const options = months.includes(month) ? months : [month, ...months]
  return (
    <Form action={address} className="flex flex-wrap items-end gap-3">
      <Select
        ref={field}
        name="month"
        label={t`Month`}
        defaultValue={month}
        onChange={(event) => void submit(event.currentTarget.form)}
      >
        {options.map((one) => (
          <option key={one} value={one}>
            {monthName(one, i18n.locale)}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit">
          <Trans>Show</Trans>
        </Button>
      </noscript>
    </Form>
  )
}
