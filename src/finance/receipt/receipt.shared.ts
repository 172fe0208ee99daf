import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { taxIn } from '#core/money.ts'
import { invoiceNumber } from '#src/platform/settings/invoice-number.shared.ts'

const TAX_PERCENT = 10
/** The first day of Japan's qualified invoice system (適格請求書). */
const SYSTEM_BEGAN = '2023-10-01'

const line = z.strictObject({
  kid: z.uuid(),
  title: z.string(),
  number: z.int(),
  /** The last number of the edition at the time of payment. */
  of: z.int(),
  price: z.int(),
  tax_percent: z.literal(TAX_PERCENT),
})
export type ReceiptLine = z.output<typeof line>

const receipt = z.strictObject({
  purchase_id: z.uuid(),
  /** The printed receipt number, such as `R-000123`. */
  reference: z.string(),
  paid_at: z.iso.datetime(),
  /** True if the payment came too late, or what it paid for failed. `refunded_at` is null until all is refunded. */
  is_refunded: z.boolean(),
  refunded_at: z.iso.datetime().nullable(),
  /** True if platform and seller were both registered for qualified invoices on the day of payment. */
  is_qualified: z.boolean(),
  buyer: z.string(),
  seller: z.strictObject({ name: z.string(), invoice_number: z.string().nullable() }),
  /** The platform operator, which issues the receipt on behalf of the seller. */
  issuer: z.strictObject({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    invoice_number: z.string().nullable(),
  }),
  lines: z.array(line),
  /** The rental's period, or null for a purchase. A refunded rental has no beginning and end. */
  rental: z
    .strictObject({
      seconds: z.int(),
      began_at: z.iso.datetime().nullable(),
      ends_at: z.iso.datetime().nullable(),
      /** The end of the window for the first play, if the period counts from it, and the first play. */
      start_by: z.iso.datetime().nullable(),
      started_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The copies given away, if this is the fee of a free distribution, which the operator sells. */
  distribution: z.strictObject({ copies: z.int() }).nullable(),
  /** True if this is the yen paid in a trade besides a copy. */
  is_top_up: z.boolean(),
  total: z.int(),
  /** Consumption tax within the total in yen, rounded once. */
  tax: z.int(),
  /** The parts of the total by means of payment, in yen. */
  card: z.int(),
  sales_balance: z.int(),
  points: z.int(),
})
receipt.register(z.globalRegistry, { id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

/**
 * Returns the consumption tax within the total of the lines, rounded down once per receipt and rate
 * (消費税法 57条の4; 施行令 70条の10). Everything sold on the platform is taxed at 10 %.
 */
export const taxOf = (lines: readonly Pick<ReceiptLine, 'price'>[]) => taxIn(totalOf(lines))

export const totalOf = (lines: readonly Pick<ReceiptLine, 'price'>[]) =>
  lines.reduce((all, { price }) => all + price, 0)

/** Returns the receipt of a paid purchase of the caller. Refuses `not_found` for any other. */
export const getReceipt = endpoint('GET', '/receipts/{purchase_id}', {
  query: z.strictObject({ purchase_id: z.uuid() }),
  reply: receipt,
})

export const ADDRESSEE_MAX = 60
/** The addressee printed on a receipt instead of the buyer's username. */
export const addressee = z.string().trim().min(1).max(ADDRESSEE_MAX)

const registration = z.strictObject({
  number: z.string(),
  /** The registered name, printed on the invoices. */
  name: z.string(),
  /** The first day of sales with qualified invoices, in Japan. */
  valid_from: z.iso.date(),
})
export type InvoiceRegistration = z.output<typeof registration>

export const registrationForm = z.strictObject({
  number: invoiceNumber,
  name: z.string().trim().min(1).max(100),
  valid_from: z.iso.date().refine((day) => day >= SYSTEM_BEGAN),
})

/** Returns the caller's registration for qualified invoices. Refuses `not_found` if there is none. */
export const getInvoiceRegistration = endpoint('GET', '/invoice_registration', {
  query: z.strictObject({}),
  reply: registration,
})

/** Enters the caller's registration. It applies to sales from now on, never to earlier ones. */
export const putInvoiceRegistration = endpoint('PUT', '/invoice_registration', {
  body: registrationForm,
  reply: registration,
})

/** Ends the caller's registration from now on. Refuses `not_found` if there is none. */
export const endInvoiceRegistration = endpoint('DELETE', '/invoice_registration', {
  query: z.strictObject({}),
  reply: z.undefined(),
})
