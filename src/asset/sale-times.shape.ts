import { z } from 'zod'

/** When a sale begins and ends as forms say it: by a clock in Japan, empty for none. */
export const saleTimes = { sale_starting_at: z.string(), sale_ending_at: z.string() }
export type SaleClocks = z.output<z.ZodObject<typeof saleTimes>>

/** A sale that ends begins before that; else the form's end is wrong. */
export function endsAfterItBegins({ value, issues }: z.core.ParsePayload<SaleClocks>) {
  const { sale_starting_at: begins, sale_ending_at: ends } = value
  // Clocks of one form: what is later comes later in the order of letters too.
  if (ends !== '' && begins >= ends)
    issues.push({ code: 'custom', input: ends, path: ['sale_ending_at'] })
}
