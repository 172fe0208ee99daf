import type { ErrorParams } from '#core/errors.ts'

/** What a refusal names as people read it: figures in groups, `3,000`, alike in all languages. */
export const formatParams = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value.toLocaleString('en') : value,
    ]),
  )
