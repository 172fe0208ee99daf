import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { focal, picture } from '#src/platform/pictures/picture.shared.ts'
import { file, md5, signedUrl, upload } from '#src/media/upload/upload.shared.ts'

const language = z.string().max(35) // BCP 47
const subtitles = z.strictObject({ of: z.enum(['asset', 'trailer']), language })
export type SubtitlesOf = z.output<typeof subtitles>
const media = z.strictObject({
  poster: picture.nullable(),
  has_trailer: z.boolean(),
  subtitles: z.array(subtitles),
})
media.register(z.globalRegistry, { id: 'TitleFiles' })
export type ReplaceableMedia = z.output<typeof media>

/** Returns the files of a title that can be replaced. */
export const getMedia = endpoint('GET', '/assets/{kid}/media', {
  query: z.strictObject({ kid: z.uuid() }),
  reply: media,
})

/**
 * Replaces a title's poster, or changes the focal point that every crop keeps. `image` is the
 * base64 of a PNG, JPEG, WebP or AVIF file of at most 700 kB. A new poster starts with the focal
 * point at its centre.
 */
export const replacePoster = endpoint('PUT', '/assets/{kid}/poster', {
  body: z.strictObject({
    kid: z.uuid(),
    image: z.base64().min(1).max(960_000).optional(),
    focal: focal.optional(),
  }),
  reply: media,
})

/** Adds or replaces the subtitles in a language: a WebVTT file in base64. */
export const putSubtitles = endpoint('PUT', '/assets/{kid}/subtitles', {
  bodyMax: 2 * 1024 ** 2,
  body: subtitles.extend({ kid: z.uuid(), b64_data: z.string().max(1_400_000) }),
  reply: media,
})

export const deleteSubtitles = endpoint('DELETE', '/assets/{kid}/subtitles', {
  query: subtitles.extend({ kid: z.uuid() }),
  reply: media,
})

/**
 * Begins the upload of another trailer and returns its signed URL. The upload is completed, retried
 * and aborted like any other. The old trailer stays until the new one is ready.
 */
export const beginTrailer = endpoint('POST', '/assets/{kid}/trailer', {
  body: z.strictObject({
    kid: z.uuid(),
    file_name: file.name,
    file_size: file.size,
    file_type: file.type,
    md5,
  }),
  reply: z.strictObject({ uuid: z.uuid(), trailer: signedUrl }),
})

/** Removes a title's trailer and the trailer's subtitles. */
export const deleteTrailer = endpoint('DELETE', '/assets/{kid}/trailer', {
  query: z.strictObject({ kid: z.uuid() }),
  reply: media,
})

const replacement = z.strictObject({
  what: z.enum(['poster', 'trailer', 'subtitles']),
  of: z.enum(['asset', 'trailer']).nullable(), // for subtitles, with their language
  language: z.string().nullable(),
  is_removal: z.boolean(),
  at: z.iso.datetime(),
})
export type Replacement = z.output<typeof replacement>

const nextTrailer = upload.pick({
  uuid: true,
  status: true,
  step: true,
  progress: true,
  failure: true,
  failure_params: true,
  cut_files: true,
  kept_until: true,
  files: true,
})
export type NextTrailer = z.output<typeof nextTrailer>

/** Returns the next trailer of a title, and its replacements, newest first. */
export const listReplacements = endpoint('GET', '/assets/{kid}/replacements', {
  query: z.strictObject({ ...parts, kid: z.uuid() }),
  reply: z.strictObject({
    next_trailer: nextTrailer.nullable(),
    items: z.array(replacement), // the newest 50
  }),
})
