import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/**
 * Returns the caller's balances in yen: earnings from sales, points, and reserved amounts. `debt`
 * is owed since a card payment was reversed; the next earnings repay it first.
 */
export const getBalance = endpoint('GET', '/point_balance', {
  query: z.strictObject({}),
  reply: z.strictObject({
    sales_balance: z.int(),
    points: z.int(),
    total: z.int(),
    reserved_for_payout: z.int(),
    reserved_for_purchase: z.int(),
    debt: z.int(),
  }),
})
