import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MediaKind } from '#src/platform/pictures/media.shared.ts'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { FilesCard } from '#src/studio/upload-queue/files-card.tsx'
import { RoleWord } from '#src/studio/upload-queue/transfer-row.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { IconButton } from '#src/ui/button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { type DraftFile, type DraftFiles, faultOf, type FileRole, rolesOf } from './draft-files.tsx'
import { FramePicker } from './frame-picker.tsx'
import { takeFocus } from '#src/ui/take-focus.tsx'
import { FileSlot, useStrayDrop } from './file-slot.tsx'
import { useSharedFiles } from './shared-files.tsx'
import { SubtitleRow } from './subtitle-row.tsx'
import { readSubtitles, subtitlesId, type Subtitles } from './subtitles.shared.ts'

export const FILMS = 'video/*,audio/*,.m4f,.mkv,.flac,.ts,.mts,.m2ts,.spx,.rf64'
// Named one by one, because telephones then convert HEIC to JPEG.
export const PICTURES = 'image/jpeg,image/png,image/apng,image/webp,image/gif,image/avif,image/tiff'

/** The files of a new title: the work, its poster, trailer and subtitles. */
export function FilesSection(props: {
  files: DraftFiles
  onPick: (role: FileRole, file: File) => void
  onRemove: (role: FileRole) => void
  subtitles: readonly Subtitles[]
  onSubtitles: (subtitles: Subtitles[]) => void
  /** True after an attempt to publish without the work. */
  isMissing: boolean
}) {
  const { files, onPick, onRemove, subtitles, onSubtitles, isMissing } = props
  const { t, i18n } = useLingui()
  const { asset } = files
  /** The role whose row was just replaced, and with it the control that had the focus. */
  const [changed, setChanged] = useState<FileRole>()
  const pick = (role: FileRole, file: File) => {
    setChanged(role)
    onPick(role, file)
  }
  const remove = (role: FileRole) => {
    setChanged(role)
    onRemove(role)
  }
  const isMoving = asset?.kind.media_type === 'video'
  const film = isMoving && !faultOf('asset', asset) ? asset.file : undefined
  const addSubtitles = async (chosen: File[]) =>
    onSubtitles([...subtitles, ...(await readSubtitles(chosen, i18n.locale))])
  const take = (chosen: File[]) => {
    for (const [role, file] of rolesOf(chosen, files)) onPick(role, file)
    void addSubtitles(chosen)
  }
  useStrayDrop(take)
  useSharedFiles(take)
  const slotFor = (role: FileRole, slot: { label: string; hint: string; accept: string }) =>
    files[role] ? (
      <DraftRow
        role={role}
        draft={files[role]}
        hasFocus={changed === role}
        onRemove={() => remove(role)}
      />
    ) : (
      <FileSlot
        {...slot}
        id={role}
        error={role === 'asset' && isMissing && <MissingWork />}
        hasFocus={changed === role}
        onFiles={([file]) => file && pick(role, file)}
      />
    )
  return (
    <FilesCard>
      {slotFor('asset', {
        label: t`Film, music or picture`,
        hint: t`The work itself, in the best quality you have.`,
        accept: `${FILMS},${PICTURES}`,
      })}
      {slotFor('poster', {
        label: t`Poster (optional)`,
        hint: isMoving
          ? t`Shown wherever the title appears. Portrait format (4:5) is best. Without a poster, we use a frame from the film.`
          : t`Shown wherever the title appears. Portrait format (4:5) is best.`,
        accept: PICTURES,
      })}
      {film && !files.poster && (
        <li className="border-t border-line px-5 py-4 sm:px-6">
          <FramePicker
            key={`${film.name} ${film.lastModified}`}
            film={film}
            onFrame={(frame) => pick('poster', frame)}
          />
        </li>
      )}
      {slotFor('trailer', {
        label: t`Trailer (optional)`,
        hint: t`A short film or sound clip that anyone can play.`,
        accept: FILMS,
      })}
      {subtitles.map((one, i) => (
        <SubtitleRow
          key={`${i} ${one.name}`}
          id={subtitlesId(i)}
          subtitles={one}
          all={subtitles}
          hasTrailer={files.trailer !== undefined}
          onChange={(next) => onSubtitles(subtitles.with(i, next))}
          onRemove={() => onSubtitles(subtitles.filter((_, at) => at !== i))}
        />
      ))}
      {isMoving && (
        <FileSlot
          multiple
          label={t`Subtitles (optional)`}
          hint={t`.vtt, one file per language. We can convert .srt.`}
          accept=".vtt,.srt,text/vtt"
          onFiles={(chosen) => void addSubtitles(chosen)}
        />
      )}
    </FilesCard>
  )
}

/** A chosen file: its kind, the progress of hashing, and its fault. */
export function DraftRow(props: {
  role: FileRole
  draft: DraftFile
  /** Takes the focus as it appears. */
  hasFocus?: boolean
  onRemove: () => void
}) {
  const { role, draft, hasFocus, onRemove } = props
  const { t } = useLingui()
  const { file, kind, checked, hash } = draft
  const fault = faultOf(role, draft)
  const percent = Math.floor((checked / (file.size || 1)) * 100)
  return (
    <FileRow
      id={role}
      name={file.name}
      facts={
        <>
          {role === 'asset' ? <KindWord kind={kind} /> : <RoleWord role={role} />},{' '}
          <span className="amount">{formatBytes(file.size)}</span>
        </>
      }
      progress={hash || fault ? undefined : checked / file.size}
      detail={
        fault ? (
          <span className="text-bad">
            <FaultWords fault={fault} />
          </span>
        ) : (
          !hash && <Trans>Reading the file, {percent}%</Trans>
        )
      }
    >
      {fault ? (
        <StateTag tone="bad">
          <Trans>Needs a change</Trans>
        </StateTag>
      ) : (
        hash && (
          <StateTag tone="ok">
            <Trans>Ready to upload</Trans>
          </StateTag>
        )
      )}
      <IconButton
        icon={rareIcons.remove}
        label={t`Remove ${file.name}`}
        ref={hasFocus ? takeFocus : undefined}
        onClick={onRemove}
      />
    </FileRow>
  )
}

/** The name of a kind of media. */
function KindWord({ kind }: { kind: Pick<MediaKind, 'media_type'> }) {
  if (kind.media_type === 'video') return <Trans>Film</Trans>
  if (kind.media_type === 'audio') return <Trans>Music</Trans>
  if (kind.media_type === 'image') return <Trans>Picture</Trans>
  return <Trans>Unknown</Trans>
}

export const MissingWork = () => <Trans>Choose the film, music or picture first.</Trans>

export function FaultWords({ fault }: { fault: NonNullable<ReturnType<typeof faultOf>> }) {
  if (fault === 'unreadable') return <Trans>This file is empty or cannot be read.</Trans>
  if (fault === 'not_a_picture')
    return <Trans>Choose a picture: JPEG, PNG, WebP, GIF, AVIF or TIFF.</Trans>
  if (fault === 'not_a_film') return <Trans>Choose a film or sound file.</Trans>
  return (
    <Trans>
      This type of file is not supported. Choose a film (MP4, MOV, MKV, WebM, 3GP or MPEG-TS), sound
      (MP3, M4A, AAC, FLAC, WAV, AIFF or Ogg) or a picture (JPEG, PNG, WebP, GIF, AVIF or TIFF).
    </Trans>
  )
}
