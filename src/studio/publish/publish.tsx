import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useDeduplicated } from '#core/http/ask.ts'
import { saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import {
  beginTitle,
  type NewTitle,
  type HashedFile,
} from '#src/studio/upload-queue/begin-title.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import type { DraftFile, DraftFiles } from './draft-files.tsx'
import { type Subtitles, toBase64 } from './subtitles.shared.ts'
import type { TitleFields } from './title-form.shared.ts'

interface Draft {
  orh_account_id: string
  /** The files, all hashed. */
  files: DraftFiles & { asset: DraftFile }
  subtitles: readonly Subtitles[]
  fields: TitleFields
  /** False if the server should derive the obi colour from the poster. */
  isObiChosen: boolean
}

/** Begins a title, transfers its files in the background and opens its upload page. */
export function usePublish() {
  const navigate = useNavigate()
  const begin = useDeduplicated(
    (draft: Draft) => beginTitle(titleOf(draft)),
    () => 'the title of this page',
  )
  return useMutation({
    mutationFn: (draft: Draft) => begin(draft),
    onSuccess: ({ uuid }) => navigate(`/create/${uuid}`, AFTER_SAVING),
  })
}

function titleOf({ orh_account_id, files, subtitles, fields, isObiChosen }: Draft): NewTitle {
  const { asset, poster, trailer } = files
  const { list_at_once, sale_price, ...rest } = fields
  return {
    orh_account_id,
    fields: {
      ...rest,
      ...saleMomentsOf(fields),
      sale_price: list_at_once ? sale_price : null,
      obi: isObiChosen ? fields.obi : undefined,
    },
    files: {
      asset: read(asset),
      ...(poster && { poster: read(poster) }),
      ...(trailer && { trailer: read(trailer) }),
    },
    subtitles: subtitlesOf(subtitles),
  }
}

const read = ({ file, hash }: DraftFile): HashedFile => ({ file, hash: hash! })

/** Converts subtitles to the fields of the upload endpoint. */
export function subtitlesOf(subtitles: readonly Subtitles[]): NewTitle['subtitles'] {
  const subtitlesFor = (of: Subtitles['of']) =>
    subtitles
      .filter((one) => one.of === of)
      .map(({ language, text }) => ({ language, b64_data: toBase64(text) }))
  return { asset_subtitles: subtitlesFor('asset'), trailer_subtitles: subtitlesFor('trailer') }
}
