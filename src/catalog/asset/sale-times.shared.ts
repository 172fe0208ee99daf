import { z } from 'zod'

/**
 * When a sale begins and ends as forms say it: by a clock in Japan, empty for none; and whether
 * people wait for its begin in a room.
 */
export const saleTimes = {
  sale_starting_at: z.string(),
  sale_ending_at: z.string(),
  waiting_room: z.boolean(),
}
export type SaleClocks = z.output<z.ZodObject<typeof saleTimes>>

type Said = Pick<SaleClocks, 'sale_starting_at' | 'sale_ending_at'> & { waiting_room?: boolean }

/** A sale that ends begins before that, else the form's end is wrong; nobody waits for no begin. */
export function checkSaleClocks({ value, issues }: z.core.ParsePayload<Said>) {
  const { sale_starting_at: begins, sale_ending_at: ends, waiting_room } = value
  if (waiting_room && begins === '')
    issues.push({ code: 'custom', input: begins, path: ['sale_starting_at'] })
  // Clocks of one form: what is later comes later in the order of letters too.
  if (ends !== '' && begins >= ends)
    issues.push({ code: 'custom', input: ends, path: ['sale_ending_at'] })
}
