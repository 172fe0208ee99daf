import { z } from 'zod'

/**
 * A time in a request, in UTC or with an offset (RFC 3339), which becomes UTC. PostgreSQL has no year 0, so
 * years start at 1.
 */
export const inputTime = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString())
  .refine((time) => time >= '0001')
