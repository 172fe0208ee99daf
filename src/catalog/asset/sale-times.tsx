import { Trans, useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextField } from '#src/ui/field.tsx'
import { toJapanInput, fromJapanInput } from '#src/ui/japan-input.ts'
import type { SaleClocks } from './sale-times.shared.ts'

type Time = 'sale_starting_at' | 'sale_ending_at'

/** A field for a time; browsers let people type years of six digits, times of calls have four. */
export const CLOCK_INPUT = { type: 'datetime-local', max: '9999-12-31T23:59' } as const

/** When a sale begins and ends, of a title or a group, and whether people wait for it in a room. */
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

/** Whether people wait in a room for the begin of a sale. */
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

/** The times of a title or group as its form begins with them. */
export const saleClocksOf = (
  times?: Record<Time, string | null> & { waiting_room: boolean },
): SaleClocks => ({
  sale_starting_at: toJapanInput(times?.sale_starting_at ?? null),
  sale_ending_at: toJapanInput(times?.sale_ending_at ?? null),
  waiting_room: times?.waiting_room ?? false,
})

/** The times that a form says, as calls take them. */
export const saleMomentsOf = ({ sale_starting_at, sale_ending_at }: Record<Time, string>) => ({
  sale_starting_at: fromJapanInput(sale_starting_at),
  sale_ending_at: fromJapanInput(sale_ending_at),
})
