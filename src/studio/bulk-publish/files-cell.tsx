import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatBytes } from '#src/ui/bytes.ts'
import { IconButton } from '#src/ui/button.tsx'
import { FaultWords, FieldWord, Labelled } from './fault-words.tsx'
import { localFilesOf, type LocalFile } from './local-files.tsx'
import { fileNameOf, languageOf } from './pairing.shared.ts'
import type { Role } from './rows.shared.ts'
import type { Changes, ReviewedTitle } from './bulk-publish.tsx'

const ROLES = ['asset', 'poster', 'trailer'] as const
const ACCEPTED: Record<Role, string> = {
  asset: 'image/*,video/*,audio/*,.m4f,.mkv,.flac',
  poster: 'image/*',
  trailer: 'video/*,audio/*,.m4f,.mkv,.flac',
}

/** The files of one title, which the user can remove and replace. */
export function FilesCell({ reviewed, changes }: { reviewed: ReviewedTitle; changes: Changes }) {
  const { row, faults } = reviewed
  const { id, files, subtitles } = row
  const remove = (file: LocalFile) => () => changes.removeFile(id, file)
  const wrong = faults.filter(({ field }) =>
    ['asset', 'poster', 'trailer', 'subtitles'].includes(field),
  )
  return (
    <div>
      <ul>
        {ROLES.map((role) => {
          const file = files[role]
          return file ? (
            <FileLine
              key={role}
              label={<FieldWord field={role} />}
              file={file}
              onRemove={remove(file)}
            />
          ) : (
            <AddFile
              key={role}
              role={role}
              onFile={(newFile) => changes.addFile(id, { [role]: newFile })}
            />
          )
        })}
        {subtitles.map(({ file }) => (
          <FileLine
            key={file.path}
            label={<SubtitlesWord file={file} />}
            file={file}
            onRemove={remove(file)}
          />
        ))}
      </ul>
      {wrong.map((fault) => (
        <p key={`${fault.field} ${fault.names}`} className="text-small text-bad">
          <Labelled
            label={<FieldWord field={fault.field} />}
            message={<FaultWords fault={fault} />}
          />
        </p>
      ))}
    </div>
  )
}

function FileLine(props: { label: ReactNode; file: LocalFile; onRemove: () => void }) {
  const { label, file, onRemove } = props
  const { t } = useLingui()
  const name = fileNameOf(file.path)
  return (
    <li className="flex min-h-11 items-center gap-2">
      <p className="min-w-0 flex-1 text-small">
        <span className="text-ink-2">{label}</span> <span className="wrap-anywhere">{name}</span>{' '}
        <span className="amount text-ink-2">{formatBytes(file.size)}</span>
      </p>
      <IconButton icon="close" label={t`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}

function AddFile({ role, onFile }: { role: Role; onFile: (file: LocalFile) => void }) {
  return (
    <li className="flex min-h-11 items-center">
      <label className="text-small underline has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        {role === 'asset' && <Trans>Choose the work</Trans>}
        {role === 'poster' && <Trans>Add a poster</Trans>}
        {role === 'trailer' && <Trans>Add a trailer</Trans>}
        <input
          type="file"
          accept={ACCEPTED[role]}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [file] = localFilesOf(currentTarget.files)
            if (file) onFile(file)
          }}
        />
      </label>
    </li>
  )
}

function SubtitlesWord({ file }: { file: LocalFile }) {
  const { i18n } = useLingui()
  const tag = languageOf(file)
  const language = tag && new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(tag)
  return (
    <>
      <FieldWord field="subtitles" />
      {language && ` (${language})`}
    </>
  )
}
