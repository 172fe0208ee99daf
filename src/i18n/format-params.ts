import type { ErrorParams } from '#core/errors.ts'

/**
 * Formats the numbers in a refusal's text: digits in groups, `3,000`, the same in all languages.
 */
export const formatParams = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value.toLocaleString('en') : value,
    ]),
  )
