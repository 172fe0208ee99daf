import { Trans, useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#src/ui/field.tsx'
import { clockInJapan, momentOf } from '#src/ui/japan-clock.ts'
import type { SaleClocks } from './sale-times.shape.ts'

type Time = keyof SaleClocks

/** Browsers let people type years of six digits; times of calls have four. */
const LAST = '9999-12-31T23:59'

/** When a sale begins and ends, of a title or a group. */
export function SaleTimes(props: {
  register: (time: Time) => UseFormRegisterReturn
  errors: Partial<Record<Time, unknown>>
}) {
  const { register, errors } = props
  const { t } = useLingui()
  const clock = { type: 'datetime-local', max: LAST, optional: true }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField {...clock} label={t`Begins`} {...register('sale_starting_at')} />
      <TextField
        {...clock}
        label={t`Ends`}
        {...register('sale_ending_at')}
        error={Boolean(errors.sale_ending_at) && <Trans>It has to end after it begins.</Trans>}
      />
    </div>
  )
}

/** The times of a title or group as its form begins with them. */
export const clocksOf = (times?: Record<Time, string | null>): SaleClocks => ({
  sale_starting_at: clockInJapan(times?.sale_starting_at ?? null),
  sale_ending_at: clockInJapan(times?.sale_ending_at ?? null),
})

/** The times that a form says, as calls take them. */
export const momentsOf = ({ sale_starting_at, sale_ending_at }: SaleClocks) => ({
  sale_starting_at: momentOf(sale_starting_at),
  sale_ending_at: momentOf(sale_ending_at),
})
