import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { type ErrorCode, Refusal } from '#core/errors.ts'
import { AcceptWords } from '#src/media/upload/cut-words.tsx'
import {
  ConvertingWords,
  SpaceWords,
  waitsForSpace,
} from '#src/studio/upload-queue/space-words.tsx'
import { CutFilesWords } from '#src/studio/upload-queue/cut-question.tsx'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { KeptUntil } from '#src/studio/upload-queue/kept-until.tsx'
import { TransferRow } from '#src/studio/upload-queue/transfer-row.tsx'
import {
  beginTrailer,
  type NextTrailer,
  type ReplaceableMedia,
} from '#src/media/replacements/replacement.shared.ts'
import { startTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { Button } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { acceptCut, canCancel, retryUpload } from '#src/media/upload/upload.shared.ts'
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
  const { status, progress, files, kept_until } = next
  const [file] = files
  const percent = status === 'processing' ? progress : 0
  return (
    <div className="grid gap-4">
      <ul className="-mx-5 sm:-mx-6">
        {status === 'uploading' && file && <TransferRow file={file} />}
        {(status === 'queued' || status === 'processing') && (
          <FileRow
            name={file?.file_name ?? t`Trailer`}
            facts={<Trans>Trailer</Trans>}
            progress={percent / 100}
            detail={
              waitsForSpace(next) ? (
                <SpaceWords step={next.step} />
              ) : (
                <Trans>The current trailer is shown until this one is ready.</Trans>
              )
            }
          >
            <StateTag tone="warn">
              <ConvertingWords upload={next} percent={percent} />
            </StateTag>
          </FileRow>
        )}
      </ul>
      {status === 'failed' && <Failure next={next} />}
      {status === 'cut' && <CutTrailer next={next} />}
      {kept_until && (
        <p className="text-small text-ink-2">
          <KeptUntil at={kept_until} />
        </p>
      )}
      {canCancel(next) && <DropButton next={next} onCanceled={onCanceled} />}
    </div>
  )
}

function Failure({ next: { uuid, failure, failure_params, files } }: { next: NextTrailer }) {
  const askAgain = useRefetchAll()
  const retry = useEndpointMutation(retryUpload, { afterAnswer: askAgain })
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  return (
    <Note tone="bad">
      <p className="font-semibold wrap-anywhere">{files[0]?.file_name}</p>
      <p>
        <RefusalText error={new Refusal(code, failure_params ?? {})} />
        <Gap />
        <Trans>The current trailer is kept.</Trans>
      </p>
      <RefusalMessage error={retry.error} />
      <p className="mt-3">
        <Button small busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </Note>
  )
}

/** Asks whether to publish what could be read of the new trailer. Cancelling it is the other answer. */
function CutTrailer({ next: { uuid, cut_files } }: { next: NextTrailer }) {
  const askAgain = useRefetchAll()
  const accepting = useEndpointMutation(acceptCut, { afterAnswer: askAgain })
  return (
    <Note tone="warn">
      <CutFilesWords cut_files={cut_files} />
      <p>
        <Trans>The current trailer stays until you decide.</Trans>
      </p>
      <RefusalMessage error={accepting.error} />
      <p className="mt-3">
        <Button small busy={accepting.isPending} onClick={() => accepting.mutate({ uuid })}>
          <AcceptWords cut_files={cut_files} />
        </Button>
      </p>
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
