import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { paging } from '#core/http/paging.shared.ts'
import { inputTime } from '#src/catalog/asset/input-time.shared.ts'
import { editableFields, fieldsIn, schemasOf } from '#src/catalog/asset/title-fields.shared.ts'

export const CHUNK_BYTES = 314_572_800
export const CHUNK_TRIES = 30
export const CHUNK_TIMEOUT_MS = 300_000
export const CHUNKS_AT_ONCE = 2
export const CHUNKS_MAX = 10_000
export const CUT_KEPT_DAYS = 7 // for the creator to decide
export const FAILED_KEPT_DAYS = 7 // for another attempt
export const UPLOADING_KEPT_DAYS = 1 // after the last part was asked for
/** The most bytes that storage takes in one request. */
const REQUEST_BYTES_MAX = 5 * 1024 ** 3
const METADATA_MAX = 65_536

// oxfmt-ignore
export const uploadTransitions = {
  table: 'upload',
  steps: [
    // from         action      to            by
    ['new',        'begin',    'uploading',  'creator'],
    ['uploading',  'complete', 'queued',     'creator'],
    ['uploading',  'abort',    'aborted',    'creator'],
    ['uploading',  'abandon',  'aborted',    'clock'  ],
    ['queued',     'process',  'processing', 'platform'  ],
    ['processing', 'mint',     'minted',     'platform'  ],
    ['minted',     'finish',   'done',       'platform'  ],
    ['processing', 'swap',     'done',       'platform'  ], // a trailer or an extra: no numbers are issued
    ['processing', 'ask',      'cut',        'platform'  ], // a file ends before the duration it states
    ['cut',        'accept',   'processing', 'creator'],
    ['cut',        'abort',    'aborted',    'creator'],
    ['cut',        'abandon',  'aborted',    'clock'  ],
    ['queued',     'abort',    'aborted',    'creator'],
    ['processing', 'abort',    'aborted',    'creator'],
    ['queued',     'fail',     'failed',     'platform'  ],
    ['processing', 'fail',     'failed',     'platform'  ],
    ['failed',     'retry',    'queued',     'creator'],
    ['failed',     'abort',    'aborted',    'creator'],
    ['failed',     'abandon',  'aborted',    'clock'  ],
  ],
} as const satisfies Transitions

/** True while an upload can be cancelled: its copies have no numbers yet, or its trailer is not out. */
export const canCancel = ({ status }: { status: string }) =>
  uploadTransitions.steps.some(([from, action]) => from === status && action === 'abort')

export const md5 = z.string().regex(/^[A-Za-z0-9+/]{22}==$/) // base64 of 16 bytes
const bytesUpTo = (max: number) => z.int().positive().max(max).optional()
export const file = {
  name: z.string().trim().min(1).max(255),
  size: bytesUpTo(CHUNKS_MAX * CHUNK_BYTES),
  type: z.string().max(100).default(''),
}

/** The fields without which no title begins, and the price at which its copies are listed. */
const issue = schemasOf(['title', 'description', ...fieldsIn('edition')], 'schema')
/** The fields that can also follow in an update. */
const terms = z.object(schemasOf(editableFields, 'schema')).partial().shape

const json = z.json()
json.register(z.globalRegistry, { id: 'Json' })

/** Facts that API clients store with a title: at most `METADATA_MAX` UTF-16 units as JSON. */
const facts = z.record(z.string(), json).refine((all) => JSON.stringify(all).length <= METADATA_MAX)

export const signedUrl = z.strictObject({
  url: z.string().nullable(), // null: this file is uploaded in chunks
  headers: z.record(z.string(), z.string()),
  upload_id: z.uuid(),
})
const subtitle = z.strictObject({
  language: z.string().max(35),
  b64_data: z.string().max(1_400_000), // base64 of WebVTT of at most 1 MB
})

/**
 * Begins the upload of a title and returns a signed URL for each file. Storage accepts only the
 * announced MD5, and the announced size and type where given. With a `sale_price` every copy is
 * listed at that price as soon as it is issued; the title then needs a brand, a royalty and a minimum
 * price in the same call.
 */
export const beginUpload = endpoint('POST', '/asset_upload', {
  bodyMax: 12 * 1024 ** 2, // eight subtitle files of the maximum length, or forty of a long film
  body: z.strictObject({
    file_name: file.name,
    file_size: file.size,
    file_type: file.type,
    md5,
    poster_file_name: file.name.optional(),
    poster_file_size: bytesUpTo(REQUEST_BYTES_MAX), // never in chunks
    poster_file_type: file.type,
    poster_md5: md5.optional(),
    trailer_file_name: file.name.optional(),
    trailer_file_size: file.size,
    trailer_file_type: file.type,
    trailer_md5: md5.optional(),
    orh_account_id: z.uuid(),
    ...terms,
    ...issue,
    type: z.string().max(40).default('asset'),
    asset_upload_type: z.string().max(40).default('asset'),
    start_serial_number: issue.start_serial_number.default(1),
    sale_price: issue.sale_price.default(null), // null: not listed yet
    large_asset_upload: z.boolean().default(false),
    metadata: facts.default({}),
    media_metadata: facts.default({}),
    asset_subtitles: z.array(subtitle).max(20).default([]),
    trailer_subtitles: z.array(subtitle).max(20).default([]),
  }),
  reply: z.strictObject({
    uuid: z.uuid(),
    kid: z.uuid(),
    asset: signedUrl,
    poster: signedUrl.nullable(),
    trailer: signedUrl.nullable(),
    /** True if the minimum price was under the platform's, and was raised to it. */
    raised_to_minimum: z.boolean(),
  }),
})

/** Signs a URL for one chunk of a large file, numbered from 1. A small file has one chunk. */
export const signChunk = endpoint('POST', '/asset_chunk_url', {
  body: z.strictObject({
    upload_id: z.uuid(),
    chunk_number: z.int(),
    chunk_size: bytesUpTo(REQUEST_BYTES_MAX),
    md5: md5.optional(),
  }),
  reply: z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()) }),
})

/** Completes a file. The last of an upload's files starts its processing. */
export const completeUpload = endpoint('POST', '/complete_upload', {
  body: z.strictObject({ upload_id: z.uuid() }),
  reply: z.strictObject({ uuid: z.uuid(), status: z.string() }),
})

const uploadFile = z.strictObject({
  upload_id: z.uuid(),
  role: z.enum(['asset', 'poster', 'trailer', 'extra']),
  file_name: z.string(),
  size: z.int().nullable(),
  md5: z.string(),
  completed: z.boolean(),
  chunks: z.array(z.strictObject({ number: z.int(), size: z.int() })), // stored so far
})
/** A file of which less could be read than it states, because it was cut off. */
const cutFile = z.strictObject({
  file: z.enum(['asset', 'trailer']),
  name: z.string(),
  stated_seconds: z.number(),
  read_seconds: z.number(),
})
export type CutFile = z.output<typeof cutFile>

const params = z.record(z.string(), z.union([z.string(), z.number()]))
export const upload = z.strictObject({
  uuid: z.uuid(),
  kid: z.uuid(),
  title: z.string(),
  status: z.string(),
  step: z.string().nullable(),
  progress: z.int(),
  is_watchable: z.boolean(), // by its creator, while larger renditions are made
  tries: z.int(), // attempts since the creator started it; more than one after a failure of the platform
  failure: z.string().nullable(),
  failure_params: params.nullable(),
  cut_files: z.array(cutFile), // while `status` is `cut`, the creator decides
  files: z.array(uploadFile),
  created_at: z.iso.datetime(),
  kept_until: z.iso.datetime().nullable(), // deleted then, unless its creator goes on with it
  total_copies: z.int(),
  first_number: z.int(),
  minted: z.strictObject({ copies_count: z.int(), first_number: z.int() }).nullable(),
  sale_price: z.int().nullable(), // at which its copies are listed once they are issued
  listed_at: z.iso.datetime().nullable(),
  listing_failure: z.string().nullable(), // why no copy could be listed then
  listing_failure_params: params.nullable(),
})
upload.register(z.globalRegistry, { id: 'Upload' })
export type Upload = z.output<typeof upload>

/**
 * Returns the caller's uploads, newest first. `done_since` leaves out those that were finished
 * earlier.
 */
export const listUploads = endpoint('GET', '/upload/status', {
  query: z.strictObject({
    orh_account_id: z.uuid().optional(),
    include_mint: z.stringbool().or(z.boolean()).default(false),
    done_since: inputTime.optional(),
    uuid: z.uuid().optional(), // only this upload
    ...paging,
  }),
  reply: z.strictObject({ items: z.array(upload), total: z.int() }),
})

export const abortUpload = endpoint('DELETE', '/upload/{uuid}', {
  query: z.strictObject({ uuid: z.uuid() }),
  reply: z.undefined(),
})

/**
 * Publishes what could be read of cut files, when `status` is `cut`. The other answer is to cancel the
 * upload; without any it ends after a week.
 */
export const acceptCut = endpoint('POST', '/upload/{uuid}/accept', {
  body: z.strictObject({ uuid: z.uuid() }),
  reply: z.strictObject({ uuid: z.uuid(), status: z.string() }),
})

/** Processes a failed upload again. Finished work is kept. */
export const retryUpload = endpoint('POST', '/upload/{uuid}/retry', {
  body: z.strictObject({ uuid: z.uuid() }),
  reply: z.strictObject({ uuid: z.uuid(), status: z.string() }),
})
