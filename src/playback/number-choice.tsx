import { Trans, useLingui } from '@lingui/react/macro'
import { Form, useSubmit } from 'react-router'
import { Button } from '#src/ui/button.tsx'

/** Who holds several copies of a title chooses as which of them they watch it. */
export function NumberChoice({ numbers, shown }: { numbers: readonly number[]; shown: number }) {
  const { t } = useLingui()
  const submit = useSubmit()
  if (numbers.length < 2) return null
  return (
    <Form replace className="flex items-center gap-2">
      <select
        key={shown}
        name="no"
        aria-label={t`Your number`}
        defaultValue={shown}
        onChange={(event) => void submit(event.currentTarget.form, { replace: true })}
        className="input min-h-11 w-auto py-2 text-label"
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {t`No. ${number}`}
          </option>
        ))}
      </select>
      <Button type="submit" small>
        <Trans>Change</Trans>
      </Button>
    </Form>
  )
}
