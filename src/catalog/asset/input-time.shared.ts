import { z } from 'zod'

/** A time in a request. PostgreSQL has no year 0, so years start at 1. */
export const inputTime = z.iso.datetime().refine((time) => time >= '0001')
