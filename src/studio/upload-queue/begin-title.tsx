import { send } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import type { FileHash } from '#src/studio/file-transfer/hash.shared.ts'
import { startTransfer } from '#src/studio/file-transfer/sending.tsx'
import { abortUpload, beginUpload, CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'

type Body = InputOf<typeof beginUpload>

/** A file that was read once, so that no byte gets lost on its way. */
export interface ReadFile {
  file: File
  hash: FileHash
}

export interface NewTitle {
  /** What is fixed once copies are numbered. */
  issue: Pick<
    Body,
    'orh_account_id' | 'title' | 'description' | 'total_copies' | 'start_serial_number'
  >
  /** What can be changed later. */
  facts: Omit<InputOf<typeof updateAsset>, 'kid'>
  files: { asset: ReadFile; poster?: ReadFile; trailer?: ReadFile }
  subtitles: Pick<Body, 'asset_subtitles' | 'trailer_subtitles'>
}

/**
 * Begins a title: says what it is, and sends its files in the background. If what it is cannot be
 * said, nothing of it stays. Answers the upload's id and those of its files.
 */
export async function beginTitle(title: NewTitle): Promise<{ uuid: string; upload_ids: string[] }> {
  const { files, facts } = title
  const begun = await send(beginUpload, bodyOf(title))
  await send(updateAsset, { kid: begun.kid, ...facts }).catch(async (error: unknown) => {
    await send(abortUpload, { uuid: begun.uuid })
    throw error
  })
  const jobs = (['poster', 'asset', 'trailer'] as const).flatMap((role) => {
    const [given, place] = [files[role], begun[role]]
    if (!given || !place) return []
    const { upload_id, url, headers } = place
    return [{ ...given, upload_id, signed: url === null ? null : { url, headers }, there: [] }]
  })
  for (const job of jobs) startTransfer(job)
  return { uuid: begun.uuid, upload_ids: jobs.map(({ upload_id }) => upload_id) }
}

function bodyOf({ issue, files, subtitles }: NewTitle): Body {
  const { asset, poster, trailer } = files
  return {
    ...{ ...issue, ...subtitles },
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
