import type { ComponentProps } from 'react'
import { type FieldProps, TextField } from './field.tsx'

/**
 * A month as `2026-11`. Browsers without a field of their own for it (Firefox and Safari on a desk)
 * show a line of text, which says how to write one and is checked all the same.
 */
export const MonthField = (props: FieldProps & ComponentProps<'input'>) => (
  <TextField type="month" pattern="20[0-9]{2}-(0[1-9]|1[0-2])" placeholder="2026-11" {...props} />
)
