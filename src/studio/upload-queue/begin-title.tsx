import { send } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import type { FieldName } from '#src/catalog/asset/title-fields.shared.ts'
import type { FileHash } from '#src/studio/file-transfer/hash.shared.ts'
import { startTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { beginUpload, CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'

type Body = InputOf<typeof beginUpload>

/** A file and its hash, which storage checks against the bytes it receives. */
export interface HashedFile {
  file: File
  hash: FileHash
}

export interface NewTitle {
  orh_account_id: string
  fields: Pick<Body, FieldName>
  files: { asset: HashedFile; poster?: HashedFile; trailer?: HashedFile }
  subtitles: Pick<Body, 'asset_subtitles' | 'trailer_subtitles'>
}

/**
 * Creates the draft of a title and starts to transfer its files in the background. Returns the ids
 * of the upload and of its files.
 */
export async function beginTitle(title: NewTitle): Promise<{ uuid: string; upload_ids: string[] }> {
  const { orh_account_id, fields, files, subtitles } = title
  const body = { orh_account_id, ...fields, ...subtitles, ...announced(files) }
  const upload = await send(beginUpload, body)
  const jobs = (['poster', 'asset', 'trailer'] as const).flatMap((role) => {
    const [hashed, target] = [files[role], upload[role]]
    if (!hashed || !target) return []
    const { upload_id, url, headers } = target
    return [{ ...hashed, upload_id, signed: url === null ? null : { url, headers }, stored: [] }]
  })
  for (const job of jobs) startTransfer(job)
  return { uuid: upload.uuid, upload_ids: jobs.map(({ upload_id }) => upload_id) }
}

function announced({ asset, poster, trailer }: NewTitle['files']) {
  return {
    file_name: asset.file.name,
    file_size: asset.file.size,
    file_type: asset.file.type,
    md5: asset.hash.md5,
    large_asset_upload: asset.file.size > CHUNK_BYTES,
    ...(poster && {
      poster_file_name: poster.file.name,
      poster_file_size: poster.file.size,
      poster_file_type: poster.file.type,
      poster_md5: poster.hash.md5,
    }),
    ...(trailer && {
      trailer_file_name: trailer.file.name,
      trailer_file_size: trailer.file.size,
      trailer_file_type: trailer.file.type,
      trailer_md5: trailer.hash.md5,
    }),
  }
}
