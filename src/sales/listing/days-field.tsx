import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointQuery } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { TextField } from '#src/ui/field.tsx'

/**
 * Holds the days of a rental as they are typed, starting with `first`. Returns `days` if they are
 * within the settings' bounds, else `error` after the field was left.
 */
export function useDays(first: number | undefined) {
  const { t } = useLingui()
  const settings = useEndpointQuery(getSettings, {})
  const [written, setTyped] = useState<string>()
  const [isTouched, setTouched] = useState(false)
  const typed = written ?? (first === undefined ? '' : String(first))
  const [least, most] = [settings?.rental_days_min ?? 1, settings?.rental_days_max ?? 365]
  const days = wholeNumber(typed)
  const isGood = days !== undefined && days >= least && days <= most
  return {
    typed,
    setTyped,
    setTouched,
    least,
    most,
    days: isGood ? days : undefined,
    error: isTouched && !isGood ? t`Enter ${least} to ${most} days.` : undefined,
  }
}

/** Renders the field for the days of a rental; `hint` says from when they count. */
export function DaysField(props: {
  typing: ReturnType<typeof useDays>
  hint?: string | undefined
}) {
  const { typing, hint } = props
  const { t } = useLingui()
  const { typed, setTyped, setTouched, error } = typing
  return (
    <TextField
      number
      name="rental_days"
      label={t`Rental period in days`}
      hint={hint ?? t`Counted from the time of payment.`}
      error={error}
      value={typed}
      maxLength={4}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTouched(typed !== '')}
    />
  )
}
