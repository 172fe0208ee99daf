import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { AcceptButton, CutFilesWords } from '#src/studio/upload-queue/cut-question.tsx'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { PendingFile } from '#src/studio/upload-queue/pending-file.tsx'
import {
  beginTrailer,
  type NextTrailer,
  type ReplaceableMedia,
} from '#src/media/replacements/replacement.shared.ts'
import { startTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { canCancel } from '#src/media/upload/upload.shared.ts'
import { type DraftFile, faultOf, useDraftFiles } from './draft-files.tsx'
import { FileSlot } from './file-slot.tsx'
import { DraftRow, FILMS } from './files-section.tsx'

const RemoveTrailerDialog = lazyDialog(
  () => import('./remove-trailer-dialog.tsx'),
  'RemoveTrailerDialog',
)

const CancelUploadDialog = lazyDialog(
  () => import('#src/studio/upload-queue/cancel-upload-dialog.tsx'),
  'CancelUploadDialog',
)

const ROLE = { role: 'trailer' } as const

/** A title's trailer and its replacement. The current trailer stays visible until the new one is ready. */
export function TrailerField(props: {
  kid: string
  media: ReplaceableMedia
  next: NextTrailer | null
  /** Time when a trailer was last published. */
  latest: string | undefined
}) {
  const { kid, media, next, latest } = props
  const { t } = useLingui()
  const { files, pick, remove } = useDraftFiles()
  const draft = files.trailer
  const [isCanceled, setCanceled] = useState(false)
  useNewTrailerToast(latest)
  if (next) return <PendingTrailer next={next} onCanceled={() => setCanceled(true)} />
  return (
    <div className="grid gap-4">
      <ul className="-mx-5 sm:-mx-6">
        {media.has_trailer && (
          <CurrentTrailer
            kid={kid}
            hasSubtitles={media.subtitles.some(({ of }) => of === 'trailer')}
          />
        )}
        {draft ? (
          <DraftRow {...ROLE} draft={draft} onRemove={() => remove('trailer')} />
        ) : (
          <FileSlot
            label={media.has_trailer ? t`Replace the trailer` : t`Add a trailer`}
            hint={t`A short film or sound clip that anyone can play. Its subtitles stay as they are.`}
            accept={FILMS}
            hasFocus={isCanceled}
            onFiles={([file]) => file && pick('trailer', file)}
          />
        )}
      </ul>
      {draft && <SendDraft kid={kid} draft={draft} onSent={() => remove('trailer')} />}
    </div>
  )
}

/** The current trailer with a button to remove it. */
function CurrentTrailer(props: { kid: string; hasSubtitles: boolean }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  return (
    <FileRow name={t`Trailer`} facts={<Trans>Anyone can play it</Trans>}>
      <Button small onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      {isAsking && <RemoveTrailerDialog {...props} onClose={() => setAsking(false)} />}
    </FileRow>
  )
}

/** Shows a toast when a new trailer is published while the page is open. */
function useNewTrailerToast(latest: string | undefined) {
  const toast = useToast()
  const askAgain = useRefetchAll()
  const before = useRef(latest)
  const announce = useEffectEvent(() => {
    toast({ message: <Trans>New trailer published.</Trans> })
    void askAgain()
  })
  useEffect(() => {
    const isNew = latest !== before.current
    before.current = latest
    if (isNew) announce()
  }, [latest])
}

function SendDraft(props: { kid: string; draft: DraftFile; onSent: () => void }) {
  const { kid, draft, onSent } = props
  const { file, hash } = draft
  const askAgain = useRefetchAll()
  const begin = useEndpointMutation(beginTrailer, { afterAnswer: askAgain })

  function send() {
    if (!hash) return
    const fields = {
      file_name: file.name,
      file_size: file.size,
      file_type: file.type,
      md5: hash.md5,
    }
    begin.mutate(
      { kid, ...fields },
      {
        onSuccess: ({ trailer: { upload_id, url, headers } }) => {
          const signed = url === null ? null : { url, headers }
          startTransfer({ upload_id, file, hash, signed, stored: [] })
          onSent()
        },
      },
    )
  }

  return (
    <>
      <RefusalMessage error={begin.error} />
      <div>
        <Button
          busy={begin.isPending}
          disabled={!hash || faultOf('trailer', draft) !== undefined}
          onClick={send}
        >
          <Trans>Upload this trailer</Trans>
        </Button>
      </div>
    </>
  )
}

interface PendingProps {
  next: NextTrailer
  onCanceled: () => void
}

function PendingTrailer({ next, onCanceled }: PendingProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <PendingFile
        upload={next}
        kind={t`Trailer`}
        meanwhile={<Trans>The current trailer is shown until this one is ready.</Trans>}
        kept={<Trans>The current trailer is kept.</Trans>}
      />
      {next.status === 'cut' && <CutTrailer next={next} />}
      {canCancel(next) && <DropButton next={next} onCanceled={onCanceled} />}
    </div>
  )
}

/** Asks whether to publish what could be read of the new trailer. Cancelling it is the other answer. */
function CutTrailer({ next }: { next: NextTrailer }) {
  return (
    <Note tone="warn">
      <CutFilesWords cut_files={next.cut_files} />
      <p className="mb-3">
        <Trans>The current trailer stays until you decide.</Trans>
      </p>
      <AcceptButton upload={next} />
    </Note>
  )
}

function DropButton({ next, onCanceled }: PendingProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const action = <Trans>Cancel the new trailer</Trans>
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{action}</Button>
      {isAsking && (
        <CancelUploadDialog
          upload={next}
          title={t`Cancel the new trailer?`}
          action={action}
          done={<Trans>New trailer cancelled.</Trans>}
          onCanceled={onCanceled}
          onClose={() => setAsking(false)}
        >
          <Trans>The current trailer is kept.</Trans>
        </CancelUploadDialog>
      )}
    </div>
  )
}
