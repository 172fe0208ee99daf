import { requestOf } from '#core/http/endpoint.ts'
import { exportBatch } from './coupon.shared.ts'

/** Where a batch's codes lie as a CSV file, for a link. */
export const csvAddress = (id: string) => requestOf(exportBatch, { id }).url

/** Where a batch's codes lie as a sheet to print. */
export const sheetAddress = (id: string) => `/coupons/batches/${id}/sheet`
