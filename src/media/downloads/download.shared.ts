import { z } from 'zod'
import { busyCodes } from '#src/catalog/serial/busy.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { endpoint, requestOf } from '#core/http/endpoint.ts'

/** Returns the path of the page where the owner of a copy downloads it. */
export const downloadPath = (kid: string, number: number) => `/asset/${kid}/download?no=${number}`

/** Files above this size get a receipt instead of a manifest inside. */
export const MANIFEST_BYTES_MAX = 200 * 1024 ** 2

// oxfmt-ignore
export const downloadTransitions = {
  table: 'download',
  steps: [
    // from         action      to           by
    ['new',        'request',  'preparing', 'owner'   ],
    ['preparing',  'finish',   'ready',     'platform'],
    ['preparing',  'fail',     'failed',    'platform'],
    ['ready',      'open',     'opened',    'bearer'  ], // of the address: its one use has begun
    ['opened',     'complete', 'complete',  'platform'], // every byte was handed out
    ['ready',      'expire',   'unused',    'clock'   ], // nobody used the address
    ['opened',     'lapse',    'partial',   'clock'   ],
    ['ready',      'release',  'released',  'owner'   ], // the owner says that the file is deleted
    ['partial',    'complete', 'complete',  'platform'], // it was handed out past the end of its address
    ['opened',     'release',  'released',  'owner'   ],
    ['partial',    'release',  'released',  'owner'   ],
    ['complete',   'release',  'released',  'owner'   ],
    ['preparing',  'end',      'ended',     'platform'], // the copy went back to its seller
    ['ready',      'end',      'ended',     'platform'],
    ['opened',     'end',      'ended',     'platform'],
    ['partial',    'end',      'ended',     'platform'],
    ['complete',   'end',      'ended',     'platform'],
  ],
} as const satisfies Transitions

export const downloadStatuses = [
  'preparing',
  'ready',
  'opened',
  'complete',
  'partial',
  'unused',
  'failed',
  'released',
  'ended',
] as const

/** The refusals of a download, in the order in which they are looked for. */
export const downloadObstacles = [
  'title_not_out',
  'serial_preparing',
  'download_disabled',
  'region_unavailable',
  'serial_in_wallet',
  ...busyCodes,
  'download_running',
  'download_unsupported',
] as const
export type DownloadObstacle = (typeof downloadObstacles)[number]

const fileName = z.string().regex(/^[a-z0-9]{1,20}$/)

/** A file of a title that its owners can download. */
const downloadableFile = z.strictObject({
  file: fileName, // original, 1080p, audio, picture …
  size: z.int().nullable(), // bytes; null if it is known only once the file is prepared
})

const download = z.strictObject({
  id: z.uuid(),
  asset_token_id: z.uuid(),
  kid: z.uuid(),
  number: z.int(),
  file: fileName,
  status: z.enum(downloadStatuses),
  /** The address of the file: it serves one use. Null once that is over. */
  url: z.string().nullable(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  file_name: z.string().nullable(),
  mime: z.string().nullable(),
  size: z.int().nullable(),
  sha256: z.string().nullable(), // in hexadecimal, of the whole file
  sent: z.int(), // bytes handed out so far
  has_receipt: z.boolean(), // beside the file, if it carries no manifest
})
download.register(z.globalRegistry, { id: 'Download' })
export type Download = z.output<typeof download>

/**
 * Returns what the owner of a copy can download, their downloads of it, latest first, and the refusal of
 * another one now. `downloaded_at` is set while the copy is locked.
 */
export const listDownloads = endpoint('GET', '/downloads', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: z.strictObject({
    files: z.array(downloadableFile),
    downloads: z.array(download),
    downloaded_at: z.iso.datetime().nullable(),
    refusal: z.enum(downloadObstacles).nullable(),
  }),
})

/**
 * Begins the download of a copy's file by its owner, and locks the copy until its owner says that the
 * file is deleted. The file is prepared in a moment: until then its address answers
 * `download_preparing`.
 */
export const createDownload = endpoint('POST', '/downloads', {
  once: true,
  body: z.strictObject({ asset_token_id: z.uuid(), file: fileName.default('original') }),
  reply: download,
})

/**
 * Releases a copy: its owner attests that every file downloaded of it is deleted. All its addresses end.
 * A repeat changes nothing.
 */
export const releaseDownload = endpoint('POST', '/downloads/{id}/release', {
  once: true,
  body: z.strictObject({ id: z.uuid(), is_deleted: z.literal(true) }),
  reply: download,
})

/** Returns the signed receipt of a download whose file carries no manifest: a JWS (RFC 7515). */
export const getReceipt = endpoint('GET', '/downloads/{id}/receipt', {
  query: z.strictObject({ id: z.uuid() }),
  file: ['application/jose'],
  reply: z.string(),
})

/** Returns the path of a download's receipt, for a link. */
export const receiptPath = (id: string) => requestOf(getReceipt, { id }).url

/** Returns the roots by which downloaded files are recognised, in PEM. */
export const listRoots = endpoint('GET', '/downloads/roots', {
  query: z.strictObject({}),
  reply: z.strictObject({ roots: z.array(z.string()) }),
})

/** The facts in a manifest or a receipt about the copy that a file belongs to. */
export const copyClaim = z.object({
  title: z.string(),
  number: z.int(),
  copies: z.int(),
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  owner: z.string(), // the wallet address, which names nobody
  file: z.string(),
  downloaded_at: z.iso.datetime(),
  site: z.string(),
})
export type CopyClaim = z.output<typeof copyClaim>

/** The label of the assertion in a manifest that holds a `CopyClaim`. */
export const CLAIM_LABEL = 'org.renban.copy'

/** The payload of a receipt: the claim, and the file that it is about. */
export const receiptPayload = copyClaim.extend({
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
})
export type ReceiptPayload = z.output<typeof receiptPayload>
