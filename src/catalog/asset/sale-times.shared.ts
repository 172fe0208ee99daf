import { z } from 'zod'

// A time of a `datetime-local` field with a year of four digits, or nothing.
const clock = z.union([z.literal(''), z.iso.datetime({ local: true, precision: -1 })])

/**
 * The fields of a form for a sale: times on a clock in Japan, empty for none, and the waiting room.
 */
export const saleTimes = {
  sale_starting_at: clock,
  sale_ending_at: clock,
  waiting_room: z.boolean(),
}
export type SaleClocks = z.output<z.ZodObject<typeof saleTimes>>

type Input = Pick<SaleClocks, 'sale_starting_at' | 'sale_ending_at'> & { waiting_room?: boolean }

/** Returns a check that reports an end in the past. `timeNow` is in the same format. */
export const checkFutureEnd =
  (timeNow: () => string) =>
  ({ value: { sale_ending_at: ends }, issues }: z.core.ParsePayload<Input>) => {
    if (ends !== '' && ends <= timeNow())
      issues.push({ code: 'custom', input: ends, path: ['sale_ending_at'] })
  }

/** Reports an end that is not after the start, and a waiting room without a start. */
export function checkSaleClocks({ value, issues }: z.core.ParsePayload<Input>) {
  const { sale_starting_at: begins, sale_ending_at: ends, waiting_room } = value
  if (waiting_room && begins === '')
    issues.push({ code: 'custom', input: begins, path: ['sale_starting_at'] })
  // Times of this format sort in the order of time.
  if (ends !== '' && begins >= ends)
    issues.push({ code: 'custom', input: ends, path: ['sale_ending_at'] })
}
