import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

/** The kinds of seller. A company also names its representative, and leaves out nothing. */
export const sellers = ['individual', 'company'] as const

const TERMS_MAX = 1_000
const terms = z.string().trim().min(1).max(TERMS_MAX)

/** The text of a notice. An empty address or phone number is disclosed on request. */
export const noticeFields = z.strictObject({
  seller: z.enum(sellers),
  name: plainName(120),
  representative: z.union([plainName(120), z.literal('')]).default(''),
  address: z.string().trim().max(300).default(''),
  phone: z
    .string()
    .trim()
    .regex(/^(\+?[0-9][0-9 ()-]{5,24})?$/)
    .default(''),
  email,
  price_terms: terms,
  cost_terms: terms,
  delivery_terms: terms,
  return_terms: terms,
})
export type NoticeFields = z.output<typeof noticeFields>

const companyFields = ['representative', 'address', 'phone'] as const

/**
 * Returns the fields that a company must not leave empty and left empty. An individual may leave out the
 * address and the phone number if they disclose them without delay on request (特定商取引法, article 11).
 */
export const missingFields = (
  notice: Pick<NoticeFields, 'seller' | (typeof companyFields)[number]>,
) => (notice.seller === 'company' ? companyFields.filter((field) => notice[field] === '') : [])

const sellerNotice = z.strictObject({
  id: z.int(),
  brand_id: z.uuid(),
  ...noticeFields.shape,
  representative: z.string(),
  email: z.string(),
  began_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(), // null: it stands there now
})
sellerNotice.register(z.globalRegistry, { id: 'SellerNotice' })
export type SellerNotice = z.output<typeof sellerNotice>

/** Returns the notice of a brand whose creator sells as a business; null if there is none. */
export const getSellerNotice = endpoint('GET', '/brands/{id}/seller_notice', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ notice: sellerNotice.nullable() }),
})

/** Publishes the notice of one's own brand, or changes it. */
export const putSellerNotice = endpoint('PUT', '/brands/{id}/seller_notice', {
  body: z.strictObject({
    id: z.uuid(),
    // the notice that the form loaded, null for none; `changed_elsewhere` if another stands there now
    replaces: z.int().nullable().optional(),
    ...noticeFields.shape,
  }),
  reply: sellerNotice,
})

/** Ends the notice of one's own brand, whose creator no longer sells as a business. */
export const endSellerNotice = endpoint('DELETE', '/brands/{id}/seller_notice', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid() }),
})

/** Lists the notices that one's own brand has and had, the newest first. */
export const listSellerNotices = endpoint('GET', '/brands/{id}/seller_notices', {
  query: z.strictObject({ id: z.uuid(), ...paging }),
  reply: page(sellerNotice),
})
