import { fromJapanInput, toJapanInput } from '#src/ui/japan-input.ts'
import type { SaleClocks } from './sale-times.shared.ts'
import { type InputsForm, TitleInput } from './title-fields.tsx'

type Time = 'sale_starting_at' | 'sale_ending_at'

/** Renders the fields for the start, end and waiting room of a sale of a title or group. */
export const SaleTimes = (inputs: InputsForm<keyof SaleClocks>) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <TitleInput {...inputs} name="sale_starting_at" />
    <TitleInput {...inputs} name="sale_ending_at" />
    <div className="sm:col-span-2">
      <TitleInput {...inputs} name="waiting_room" />
    </div>
  </div>
)

/** Returns the initial values of the form for a title or group. */
export const saleClocksOf = (
  times?: Record<Time, string | null> & { waiting_room: boolean },
): SaleClocks => ({
  sale_starting_at: toJapanInput(times?.sale_starting_at ?? null),
  sale_ending_at: toJapanInput(times?.sale_ending_at ?? null),
  waiting_room: times?.waiting_room ?? false,
})

/** Converts the form's times to the API's UTC times; an invalid one, which the form refuses, to null. */
export const saleMomentsOf = ({ sale_starting_at, sale_ending_at }: Record<Time, string>) => ({
  sale_starting_at: fromJapanInput(sale_starting_at) ?? null,
  sale_ending_at: fromJapanInput(sale_ending_at) ?? null,
})
