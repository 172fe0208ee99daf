import { Trans, useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextField } from '#src/ui/field.tsx'
import { toJapanInput, fromJapanInput } from '#src/ui/japan-input.ts'
import type { SaleClocks } from './sale-times.shared.ts'

type Time = 'sale_starting_at' | 'sale_ending_at'

/**
 * The attributes of a time field. Browsers accept six-digit years, the API only four-digit ones.
 */
export const CLOCK_INPUT = { type: 'datetime-local', max: '9999-12-31T23:59' } as const

/** Renders the fields for the start, end and waiting room of a sale of a title or group. */
export function SaleTimes(props: {
  register: (field: keyof SaleClocks) => UseFormRegisterReturn
  errors: Partial<Record<keyof SaleClocks, unknown>>
}) {
  const { register, errors } = props
  const { t } = useLingui()
  const clock = { ...CLOCK_INPUT, optional: true }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        {...clock}
        label={t`Begins`}
        {...register('sale_starting_at')}
        error={Boolean(errors.sale_starting_at) && <Trans>Say when the sale begins.</Trans>}
      />
      <TextField
        {...clock}
        label={t`Ends`}
        {...register('sale_ending_at')}
        error={Boolean(errors.sale_ending_at) && <Trans>It has to end after it begins.</Trans>}
      />
      <div className="sm:col-span-2">
        <WithWaitingRoom register={register} />
      </div>
    </div>
  )
}

/** Renders the checkbox for a waiting room before the sale. */
export function WithWaitingRoom(props: {
  register: (field: 'waiting_room') => UseFormRegisterReturn
}) {
  return (
    <div className="grid gap-1">
      <Checkbox {...props.register('waiting_room')}>
        <Trans>With a waiting room</Trans>
      </Checkbox>
      <p className="max-w-[66ch] text-hint text-ink-2">
        <Trans>
          For a sale that many will come to. It opens before the sale; who is there at the start
          gets a place by lot, and people are let in one after the other while copies are left.
        </Trans>
      </p>
    </div>
  )
}

/** Returns the initial values of the form for a title or group. */
export const saleClocksOf = (
  times?: Record<Time, string | null> & { waiting_room: boolean },
): SaleClocks => ({
  sale_starting_at: toJapanInput(times?.sale_starting_at ?? null),
  sale_ending_at: toJapanInput(times?.sale_ending_at ?? null),
  waiting_room: times?.waiting_room ?? false,
})

/** Converts the form's times to the API's UTC times. */
export const saleMomentsOf = ({ sale_starting_at, sale_ending_at }: Record<Time, string>) => ({
  sale_starting_at: fromJapanInput(sale_starting_at),
  sale_ending_at: fromJapanInput(sale_ending_at),
})
