import { z } from 'zod'
import { API, endpoint } from '#core/http/endpoint.ts'

/** Days that a finished export can be downloaded. */
export const EXPORT_DAYS = 7

const accountExport = z.strictObject({
  asked_at: z.iso.datetime().nullable(), // null: none is there
  made_at: z.iso.datetime().nullable(), // null: it is being made
  ends_at: z.iso.datetime().nullable(), // until then it can be downloaded
  size: z.int().nullable(), // in bytes
})
accountExport.register(z.globalRegistry, { id: 'AccountExport' })
export type AccountExport = z.output<typeof accountExport>

/** Returns the state of the caller's export. */
export const getAccountExport = endpoint('GET', '/accounts/current/export', {
  query: z.strictObject({}),
  reply: accountExport,
})

/** Asks for an export of everything kept with the caller's account, at most once a day. */
export const askForExport = endpoint('POST', '/accounts/current/export', {
  body: z.strictObject({}),
  reply: accountExport,
})

/** Returns the caller's export, a zip with a JSON and a CSV file for each kind of record. */
export const getExportFile = endpoint('GET', '/accounts/current/export/file', {
  query: z.strictObject({}),
  reply: z.string(),
  file: ['application/zip'],
})

/** The address of the file, for links. */
export const exportAddress = API + getExportFile.path
