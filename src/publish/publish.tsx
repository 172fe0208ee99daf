import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { send } from '#core/ask.ts'
import type { InputOf } from '#core/endpoint.ts'
import { updateAsset } from '#src/asset/asset.shape.ts'
import { startSending } from '#src/sending/sending.tsx'
import { abortUpload, beginUpload, CHUNK_BYTES } from '#src/upload/upload.shape.ts'
import type { DraftFile, DraftFiles } from './draft-files.tsx'
import { type Subtitles, toBase64 } from './subtitles.shape.ts'
import type { TitleFields } from './title-fields.shape.ts'

interface NewTitle {
  orh_account_id: string
  files: DraftFiles & { asset: DraftFile }
  subtitles: readonly Subtitles[]
  fields: TitleFields
  /** Else the title takes the colour of its poster. */
  isObiChosen: boolean
}

/**
 * Begins a title: says what it is, then sends its files in the background and goes to the page that
 * follows them. If what it is cannot be said, nothing of it stays.
 */
export function usePublish() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: publish,
    onSuccess: (uuid) => navigate(`/create/${uuid}`),
  })
}

async function publish(title: NewTitle): Promise<string> {
  const { files, fields, isObiChosen } = title
  const begun = await send(beginUpload, bodyOf(title))
  const { title: _t, description: _d, total_copies: _c, start_serial_number: _s, ...rest } = fields
  const { obi, ...facts } = rest
  const said = { kid: begun.kid, ...facts, ...(isObiChosen && { obi }) }
  await send(updateAsset, said).catch(async (error: unknown) => {
    await send(abortUpload, { uuid: begun.uuid })
    throw error
  })
  for (const role of ['poster', 'asset', 'trailer'] as const) {
    const [draft, place] = [files[role], begun[role]]
    if (!draft || !place) continue
    const { upload_id, url, headers } = place
    startSending({
      upload_id,
      file: draft.file,
      hash: draft.hash!,
      signed: url === null ? null : { url, headers },
      there: [],
    })
  }
  return begun.uuid
}

function bodyOf({
  orh_account_id,
  files,
  subtitles,
  fields,
}: NewTitle): InputOf<typeof beginUpload> {
  const { asset, poster, trailer } = files
  const { title, description, total_copies, start_serial_number } = fields
  const subtitlesOf = (of: Subtitles['of']) =>
    subtitles
      .filter((one) => one.of === of)
      .map(({ language, text }) => ({ language, b64_data: toBase64(text) }))
  return {
    ...{ orh_account_id, title, description, total_copies, start_serial_number },
    file_name: asset.file.name,
    file_size: asset.file.size,
    file_type: asset.file.type,
    md5: asset.hash!.md5,
    large_asset_upload: asset.file.size > CHUNK_BYTES,
    ...(poster && {
      poster_file_name: poster.file.name,
      poster_file_size: poster.file.size,
      poster_file_type: poster.file.type,
      poster_md5: poster.hash!.md5,
    }),
    ...(trailer && {
      trailer_file_name: trailer.file.name,
      trailer_file_size: trailer.file.size,
      trailer_file_type: trailer.file.type,
      trailer_md5: trailer.hash!.md5,
    }),
    asset_subtitles: subtitlesOf('asset'),
    trailer_subtitles: subtitlesOf('trailer'),
  }
}
