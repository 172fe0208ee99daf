import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { taxIn } from '#core/money.ts'
import { invoiceNumber } from '#src/platform/settings/invoice-number.shared.ts'

const TAX_PERCENT = 10
/** The first day of qualified invoices in Japan. */
const SYSTEM_BEGAN = '2023-10-01'

const line = z.strictObject({
  kid: z.uuid(),
  title: z.string(),
  number: z.int(),
  /** The last number of the edition. */
  of: z.int(),
  price: z.int(),
  tax_percent: z.literal(TAX_PERCENT),
})
export type ReceiptLine = z.output<typeof line>

const receipt = z.strictObject({
  purchase_id: z.uuid(),
  /** What is printed as its number: `R-000123`. */
  reference: z.string(),
  /** When it was paid; a purchase that came too late and was refunded says when, once it is. */
  paid_at: z.iso.datetime(),
  is_refunded: z.boolean(),
  refunded_at: z.iso.datetime().nullable(),
  /** A qualified invoice: the house and the seller were both registered on that day. */
  is_qualified: z.boolean(),
  buyer: z.string(),
  seller: z.strictObject({ name: z.string(), invoice_number: z.string().nullable() }),
  /** Who issues it, in the seller's place. */
  issuer: z.strictObject({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    invoice_number: z.string().nullable(),
  }),
  lines: z.array(line),
  /** Of what was rented, not bought: for how long; a refunded one never began. */
  rental: z
    .strictObject({
      seconds: z.int(),
      began_at: z.iso.datetime().nullable(),
      ends_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  total: z.int(),
  /** Within the total, rounded once. */
  tax: z.int(),
  /** How it was paid. */
  card: z.int(),
  sales_balance: z.int(),
  points: z.int(),
})
export type Receipt = z.output<typeof receipt>

/**
 * The consumption tax within what lines come to, floored once for the receipt and rate (消費税法
 * 57条の4; 施行令 70条の10). All that is sold here has the one rate of 10 %.
 */
export const taxOf = (lines: readonly Pick<ReceiptLine, 'price'>[]) => taxIn(totalOf(lines))

export const totalOf = (lines: readonly Pick<ReceiptLine, 'price'>[]) =>
  lines.reduce((all, { price }) => all + price, 0)

/** The receipt of one's own purchase that was paid; any other is as unknown as none. */
export const getReceipt = endpoint('GET', '/receipts/{purchase_id}', {
  query: z.strictObject({ purchase_id: z.uuid() }),
  reply: receipt,
})

export const ADDRESSEE_MAX = 60
/** Who a receipt is made out to, in place of the buyer's username. */
export const addressee = z.string().trim().min(1).max(ADDRESSEE_MAX)

const registration = z.strictObject({
  number: z.string(),
  /** As registered: it stands on the invoices. */
  name: z.string(),
  /** The first Japanese day of sales with qualified invoices. */
  valid_from: z.iso.date(),
})
export type InvoiceRegistration = z.output<typeof registration>

export const registrationForm = z.strictObject({
  number: invoiceNumber,
  name: z.string().trim().min(1).max(100),
  valid_from: z.iso.date().refine((day) => day >= SYSTEM_BEGAN),
})

/** One's own registration for qualified invoices, or 404 where there is none. */
export const getInvoiceRegistration = endpoint('GET', '/invoice_registration', {
  query: z.strictObject({}),
  reply: registration,
})

/** Says that one is registered. It counts for sales from now on, never for those before. */
export const putInvoiceRegistration = endpoint('PUT', '/invoice_registration', {
  body: registrationForm,
  reply: registration,
})

/** Says that one is not registered any more, from now on. */
export const endInvoiceRegistration = endpoint('DELETE', '/invoice_registration', {
  query: z.strictObject({}),
  reply: z.undefined(),
})
