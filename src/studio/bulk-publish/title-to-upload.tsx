import { saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import { convertToVtt, readSubtitles } from '#src/studio/publish/subtitles.shared.ts'
import { subtitlesOf } from '#src/studio/publish/publish.tsx'
import type { TitleToUpload } from '#src/studio/upload-queue/title-queue.tsx'
import { fieldsOf } from './faults.shared.ts'
import type { LocalFile } from './local-files.tsx'
import { languageOf } from './pairing.shared.ts'
import type { SharedTerms, TitleRow } from './rows.shared.ts'

/** Converts a title without faults to an item of the upload queue. */
export function titleToUpload(
  { cells, files, subtitles }: TitleRow<LocalFile>,
  { orh_account_id, terms, locale }: { orh_account_id: string; terms: SharedTerms; locale: string },
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
    readSubtitles: () => readAll(subtitles, locale),
  }
}

/** Reads subtitles and converts SubRip to WebVTT. Without a language in its name, `locale` is used. */
async function readAll(found: TitleRow<LocalFile>['subtitles'], locale: string) {
  const read = await readSubtitles(
    found.map(({ file }) => file.file),
    locale,
  )
  const all = read.map((one, i) => {
    const { of, file } = found[i]!
    const subtitles = { ...one, of, language: languageOf(file) ?? one.language }
    return /\.srt$/i.test(one.name) ? convertToVtt(subtitles) : subtitles
  })
  return subtitlesOf(all)
}
