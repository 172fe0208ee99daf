import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import {
  putSubtitles,
  type ReplaceableMedia,
  type SubtitlesOf,
} from '#src/media/replacements/replacement.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { FileSlot } from './file-slot.tsx'
import { SubtitleRow } from './subtitle-row.tsx'
import { readSubtitles, subtitleFault, type Subtitles, toBase64 } from './subtitles.shared.ts'

const RemoveSubtitlesDialog = lazyDialog(
  () => import('./remove-subtitles-dialog.tsx'),
  'RemoveSubtitlesDialog',
)

interface Props {
  kid: string
  media: ReplaceableMedia
}

/** Edits the subtitles of a published title: removes saved ones, and adds or replaces others. */
export function SubtitlesEditor({ kid, media }: Props) {
  const { t, i18n } = useLingui()
  const [drafts, setDrafts] = useState<Subtitles[]>([])
  const { save, error, isSaving } = useSave(kid, drafts, setDrafts)

  async function add(files: File[]) {
    const chosen = await readSubtitles(files, i18n.locale)
    setDrafts((before) => [...before, ...chosen])
  }

  return (
    <div className="grid gap-4">
      <FormFields busy={isSaving}>
        <ul className="-mx-5 sm:-mx-6">
          {media.subtitles.map((one) => (
            <SavedSubtitlesRow key={`${one.of} ${one.language}`} kid={kid} subtitles={one} />
          ))}
          {drafts.map((one, i) => (
            <SubtitleRow
              key={`${i} ${one.name}`}
              subtitles={one}
              all={drafts}
              hasTrailer={media.has_trailer}
              onChange={(next) => setDrafts(drafts.with(i, next))}
              onRemove={() => setDrafts(drafts.filter((_, at) => at !== i))}
            />
          ))}
          <FileSlot
            multiple
            label={t`Add or replace subtitles`}
            hint={t`.vtt, one file per language. We can convert .srt.`}
            accept=".vtt,.srt,text/vtt"
            onFiles={(files) => void add(files)}
          />
        </ul>
      </FormFields>
      <RefusalMessage error={error} />
      <UnsavedPart isDirty={drafts.length > 0} />
      {drafts.length > 0 && (
        <div>
          <Button
            busy={isSaving}
            disabled={drafts.some((one) => subtitleFault(one, drafts))}
            onClick={save}
          >
            <Trans>Save the subtitles</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

type SetDrafts = (change: (before: Subtitles[]) => Subtitles[]) => void

/** Saves the drafts one by one. A saved draft leaves the list; the first refusal stops. */
function useSave(kid: string, drafts: Subtitles[], setDrafts: SetDrafts) {
  const toast = useToast()
  const askAgain = useRefetchAll()
  const put = useEndpointMutation(putSubtitles, { afterAnswer: askAgain })

  const saving = useMutation({
    async mutationFn() {
      for (const draft of drafts) {
        const { of, language, text } = draft
        await put.mutateAsync({ kid, of, language, b64_data: toBase64(text) })
        setDrafts((before) => before.filter((one) => one !== draft))
      }
    },
    onSuccess: () => toast({ message: <Trans>Subtitles saved.</Trans> }),
  })
  return { save: () => saving.mutate(), error: saving.error, isSaving: saving.isPending }
}

/** Saved subtitles with a button to remove them. */
function SavedSubtitlesRow({ kid, subtitles }: { kid: string; subtitles: SubtitlesOf }) {
  const { i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { of, language } = subtitles
  const name = new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(language) ?? language
  return (
    <FileRow
      name={name}
      facts={of === 'trailer' ? <Trans>Subtitles of the trailer</Trans> : <Trans>Subtitles</Trans>}
    >
      <Button small onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      {isAsking && (
        <RemoveSubtitlesDialog
          kid={kid}
          subtitles={subtitles}
          name={name}
          onClose={() => setAsking(false)}
        />
      )}
    </FileRow>
  )
}
