import { saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import { converted, readSubtitles } from '#src/studio/publish/subtitles.shared.ts'
import { subtitlesOf } from '#src/studio/publish/publish.tsx'
import type { TitleToUpload } from '#src/studio/upload-queue/title-queue.tsx'
import { factsOf } from './faults.shared.ts'
import type { GivenFile } from './local-files.tsx'
import { languageOf } from './pairing.shared.ts'
import type { Rules, TitleRow } from './rows.shared.ts'

/** A title without faults, as the queue takes it. */
export function toBegin(
  { cells, files, subtitles }: TitleRow<GivenFile>,
  { orh_account_id, rules, locale }: { orh_account_id: string; rules: Rules; locale: string },
): TitleToUpload {
  const { title, description, total_copies, start_serial_number, ...facts } = factsOf(cells)
  const { asset, poster, trailer } = files
  return {
    issue: { orh_account_id, title, description, total_copies, start_serial_number },
    facts: { ...facts, ...rules, ...saleMomentsOf(facts) },
    files: {
      asset: asset!.file,
      ...(poster && { poster: poster.file }),
      ...(trailer && { trailer: trailer.file }),
    },
    readSubtitles: () => readAll(subtitles, locale),
  }
}

/** SubRip becomes WebVTT on the way; a language that no name says is the reader's. */
async function readAll(found: TitleRow<GivenFile>['subtitles'], locale: string) {
  const read = await readSubtitles(
    found.map(({ file }) => file.file),
    locale,
  )
  const all = read.map((one, i) => {
    const { of, file } = found[i]!
    const asked = { ...one, of, language: languageOf(file) ?? one.language }
    return /\.srt$/i.test(one.name) ? converted(asked) : asked
  })
  return subtitlesOf(all)
}
