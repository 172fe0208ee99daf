import { Trans, useLingui } from '@lingui/react/macro'
import { useDropTarget } from '#src/ui/drop-target.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { Section } from '#src/ui/section.tsx'
import { localFilesOf, droppedLocalFiles, type LocalFile } from './local-files.tsx'
import { listTemplate } from './title-list.shared.ts'

/** The section to choose or drop a folder, many files or a list of titles. */
export function FilePicker({ onFiles }: { onFiles: (files: LocalFile[]) => void }) {
  const { t } = useLingui()
  const { isOver, handlers } = useDropTarget(
    (dropped) => void droppedLocalFiles(dropped).then(onFiles),
  )
  const template = `data:text/csv;charset=utf-8,${encodeURIComponent(listTemplate())}`
  return (
    <Section
      title={t`Files`}
      hint={t`Files are matched by name: night-train.mp4 gets night-train.jpg as its poster, night-train.trailer.mp4 as its trailer and night-train.ja.vtt as its subtitles.`}
    >
      <div
        {...handlers}
        data-over={isOver || undefined}
        className="grid justify-items-start gap-4 rounded-sm border border-dashed border-line-2 p-5 data-over:border-solid data-over:border-ink data-over:bg-well"
      >
        <p className="flex gap-3 font-semibold max-sm:hidden">
          <Icon name={rareIcons.upload} />
          <Trans>Drop a folder or files here</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <Chooser label={t`Choose a folder`} isFolder onFiles={onFiles} />
          <Chooser label={t`Choose files`} onFiles={onFiles} />
        </div>
      </div>
      <p className="max-w-[66ch] text-small text-ink-2">
        <Trans>
          Or describe the titles in a list and choose it with their files.{' '}
          <a href={template} download="renban-titles.csv">
            Download a list to fill in
          </a>{' '}
          (CSV, opens in Excel). Write times as <bdi>2030-02-01 21:00</bdi>, in Japan time.
        </Trans>
      </p>
    </Section>
  )
}

function Chooser(props: {
  label: string
  isFolder?: boolean
  onFiles: (files: LocalFile[]) => void
}) {
  const { label, isFolder, onFiles } = props
  const folder = isFolder ? { webkitdirectory: '' } : {} // the types of React lack the attribute
  return (
    <label
      className="button has-focus-visible:outline-3 has-focus-visible:outline-focus"
      data-look="other"
    >
      {label}
      <input
        {...folder}
        type="file"
        multiple
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles(localFilesOf(currentTarget.files))
          currentTarget.value = '' // so that the same files can be chosen again
        }}
      />
    </label>
  )
}
