import type { ComponentProps } from 'react'
import { type FieldProps, TextField } from './field.tsx'

/**
 * A field for a month such as `2026-11`. Browsers without a month picker (Firefox and Safari on a
 * desktop) show a text field with a placeholder and a pattern.
 */
export const MonthField = (props: FieldProps & ComponentProps<'input'>) => (
  <TextField type="month" pattern="20[0-9]{2}-(0[1-9]|1[0-2])" placeholder="2026-11" {...props} />
)
