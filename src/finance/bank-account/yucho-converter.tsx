import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { FieldError } from '#src/ui/field-error.tsx'
import { TextField } from '#src/ui/field.tsx'
import { fromYucho } from './yucho.shared.ts'

/** Converts the 記号 and 番号 of a Japan Post Bank book to a branch and an account number. */
export function YuchoConverter(props: {
  onPlace: (place: NonNullable<ReturnType<typeof fromYucho>>) => void
}) {
  const { t } = useLingui()
  const [symbol, setSymbol] = useState('')
  const [number, setNumber] = useState('')
  const [isWrong, setWrong] = useState(false)

  function fill() {
    const place = fromYucho(symbol, number)
    setWrong(!place)
    if (place) props.onPlace(place)
  }

  return (
    <details className="border border-line p-4">
      <summary className="min-h-6 cursor-pointer text-label font-semibold">
        <Trans>
          Japan Post Bank (<span lang="ja">ゆうちょ銀行</span>): fill in from your passbook
        </Trans>
      </summary>
      <div className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            number
            label={t`Symbol (記号)`}
            hint={t`5 digits, such as 10180`}
            name="symbol"
            value={symbol}
            maxLength={10}
            onChange={(event) => setSymbol(event.currentTarget.value)}
          />
          <TextField
            number
            label={t`Number (番号)`}
            hint={t`Up to 8 digits`}
            name="number"
            value={number}
            maxLength={12}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        </div>
        {isWrong && (
          <FieldError
            error={
              <Trans>
                This is not a valid symbol and number of Japan Post Bank. Both are printed inside
                the cover of your passbook.
              </Trans>
            }
          />
        )}
        <p>
          <Button onClick={fill}>
            <Trans>Fill in the account details</Trans>
          </Button>
        </p>
      </div>
    </details>
  )
}
