import { requestOf } from '#core/http/endpoint.ts'
import { exportBatch } from './coupon.shared.ts'

/** Returns the URL of a batch's codes as a CSV file. */
export const csvAddress = (id: string) => requestOf(exportBatch, { id }).url

/** Returns the URL of a batch's codes as a sheet to print. */
export const sheetAddress = (id: string) => `/coupons/batches/${id}/sheet`

/** Returns the URL of the screen for a festival's desk. */
export const deskAddress = (id: string) => `/coupons/batches/${id}/desk`

/** The page on which a festival's code is claimed. */
export const CLAIM_PATH = '/coupons/claim'
