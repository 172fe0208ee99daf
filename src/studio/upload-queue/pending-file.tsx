import type { ReactNode } from 'react'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { FileRow } from './file-row.tsx'
import { KeptUntil } from './kept-until.tsx'
import { failureOf, RetryButton } from './retry-button.tsx'
import { ConvertingWords, SpaceWords, waitsForSpace } from './space-words.tsx'
import { TransferRow } from './transfer-row.tsx'

type Pending = Pick<
  Upload,
  'uuid' | 'status' | 'step' | 'progress' | 'failure' | 'failure_params' | 'kept_until' | 'files'
>

/** The one file that is added to a published title: its transfer, its conversion, or why it failed. */
export function PendingFile(props: {
  upload: Pending
  /** Names what the file becomes, such as "Trailer". */
  kind: string
  /** Says what visitors see until the file is ready. */
  meanwhile: ReactNode
  /** Says what visitors go on seeing if it failed. */
  kept?: ReactNode
}) {
  const { upload, kind, meanwhile, kept } = props
  const { uuid, status, progress, files, kept_until } = upload
  const [file] = files
  const percent = status === 'processing' ? progress : 0
  return (
    <>
      <ul className="-mx-5 sm:-mx-6">
        {status === 'uploading' && file && <TransferRow file={file} />}
        {(status === 'queued' || status === 'processing') && (
          <FileRow
            name={file?.file_name ?? kind}
            facts={kind}
            progress={percent / 100}
            detail={waitsForSpace(upload) ? <SpaceWords step={upload.step} /> : meanwhile}
          >
            <StateTag tone="warn">
              <ConvertingWords upload={upload} percent={percent} />
            </StateTag>
          </FileRow>
        )}
      </ul>
      {status === 'failed' && (
        <Note tone="bad">
          <p className="font-semibold wrap-anywhere">{file?.file_name}</p>
          <p className="mb-3">
            <RefusalText error={failureOf(upload)} />
            <Gap />
            {kept}
          </p>
          <RetryButton uuid={uuid} />
        </Note>
      )}
      {kept_until && (
        <p className="text-small text-ink-2">
          <KeptUntil at={kept_until} />
        </p>
      )}
    </>
  )
}
