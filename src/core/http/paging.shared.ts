import { z } from 'zod'

export const PAGE_SIZE = 16
export const INT_MAX = 2_147_483_647 // the largest value of a PostgreSQL integer

const offset = z.coerce.number().int().min(0).max(INT_MAX).default(0)
const limit = z.coerce.number().int().min(1).max(100)

/** The paging parameters of every list: rows to skip, and rows to return. */
export const paging = { offset, limit: limit.default(PAGE_SIZE) }

/** The paging parameters of short lists, which are whole unless a part is asked for. */
export const parts = { offset, limit: limit.optional() }
