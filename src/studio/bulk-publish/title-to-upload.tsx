import { saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import { subtitlesOf } from '#src/studio/publish/publish.tsx'
import type { TitleToUpload } from '#src/studio/upload-queue/title-queue.tsx'
import { fieldsOf } from './faults.shared.ts'
import type { LocalFile } from './local-files.tsx'
import type { SharedTerms, TitleRow } from './rows.shared.ts'

/** Converts a title without faults to an item of the upload queue. */
export function titleToUpload(
  { cells, files, subtitles }: TitleRow<LocalFile>,
  { orh_account_id, terms }: { orh_account_id: string; terms: SharedTerms },
): TitleToUpload {
  const fields = fieldsOf(cells)
  const { asset, poster, trailer } = files
  return {
    orh_account_id,
    fields: { ...fields, ...terms, ...saleMomentsOf(fields) },
    files: {
      asset: asset!.file,
      ...(poster && { poster: poster.file }),
      ...(trailer && { trailer: trailer.file }),
    },
    encodeSubtitles: () =>
      subtitlesOf(
        subtitles.flatMap(({ file, of }) => (file.subtitles ? [{ ...file.subtitles, of }] : [])),
      ),
  }
}
