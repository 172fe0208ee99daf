import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/**
 * What a person has: yen from sales, points, and what is set aside; and what they owe since a card
 * payment was taken back, which their next earnings pay first.
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
