import { requestOf } from '#core/http/endpoint.ts'
import { exportBatch } from './coupon.shared.ts'

/** Returns the URL of a batch's codes as a CSV file. */
export const csvAddress = (id: string) => requestOf(exportBatch, { id }).url

/** Returns the URL of a batch's codes as a sheet to print. */
export const sheetAddress = (id: string) => `/coupons/batches/${id}/sheet`
