import { requestOf } from '#core/endpoint.ts'
import { exportBatch } from './coupon.shape.ts'

/** Where a batch's codes lie as a CSV file, for a link. */
export const csvAddress = (id: string) => requestOf(exportBatch, { id }).url

/** Where a batch's codes lie as a sheet to print. */
export const sheetAddress = (id: string) => `/coupons/batches/${id}/sheet`
