import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { extra, extraFields } from '#src/media/extras/extra.shared.ts'
import { file, md5, signedUrl, upload } from '#src/media/upload/upload.shared.ts'

/**
 * Begins the upload of an extra: a file that comes with all numbers of a title, or with some. Returns
 * its signed URL. The upload is completed, retried and aborted like any other. Nobody else sees the
 * extra before its file is ready. A clip without pictures becomes a voice message, and the reverse.
 */
export const beginExtra = endpoint('POST', '/assets/{kid}/extras', {
  body: z.strictObject({
    kid: z.uuid(),
    kind: extra.shape.kind,
    ...extraFields,
    file_name: file.name,
    file_size: z.int().positive(),
    file_type: file.type,
    md5,
  }),
  reply: z.strictObject({ id: z.uuid(), file: signedUrl }), // the id is also the upload's
})

const uploadFacts = upload.pick({
  uuid: true,
  status: true,
  step: true,
  progress: true,
  failure: true,
  failure_params: true,
  kept_until: true,
  files: true,
})
const ownExtra = extra.omit({ can_open: true }).extend({
  holders_count: z.int(), // people who hold one of its numbers now, without the creator
  opened_count: z.int(), // people who ever opened it, without the creator
  upload: uploadFacts.nullable(), // while the file is not ready
})
ownExtra.register(z.globalRegistry, { id: 'OwnExtra' })
export type OwnExtra = z.output<typeof ownExtra>

/** Lists the extras of the creator's own title, with their uploads and counts. */
export const listOwnExtras = endpoint('GET', '/assets/{kid}/extras/own', {
  query: z.strictObject({ ...parts, kid: z.uuid() }),
  reply: z.strictObject({ items: z.array(ownExtra) }),
})
