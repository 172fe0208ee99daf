import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#core/ask.ts'
import { type ErrorCode, errors, Refusal } from '#core/errors.ts'
import type { Asset } from '#src/asset/asset.shape.ts'
import { Button } from '#src/ui/button.tsx'
import { Refused, RefusalText } from '#src/ui/refused.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Step, Steps } from '#src/ui/steps.tsx'
import {
  listUploads,
  retryUpload,
  type Upload,
  type UploadStatus,
} from '#src/upload/upload.shape.ts'

/** Which of the four steps an upload is in; past the last when it is done. */
const STEP_OF: Record<UploadStatus, number> = {
  uploading: -1,
  aborted: -1,
  queued: 0,
  processing: 1,
  failed: 1,
  minted: 2,
  done: 4,
}

/** What the house does with the files: checked, made into versions, numbered, ready. */
export function AfterUpload({ upload, asset }: { upload: Upload; asset: Asset }) {
  const { t } = useLingui()
  const { status, step, progress } = upload
  const at = step === 'check' ? 0 : STEP_OF[status as UploadStatus]
  const first = asset.first_number
  const last = first + asset.copies_count - 1
  const stateOf = (index: number): Step['state'] => {
    if (index === at) return status === 'failed' ? 'failed' : 'now'
    return index < at ? 'done' : 'to-come'
  }
  return (
    <>
      <Steps
        steps={[
          { title: t`Checked`, state: stateOf(0) },
          {
            title: t`Making versions`,
            state: stateOf(1),
            detail:
              status === 'processing' && at === 1 && `${step ? `${step}, ` : ''}${progress} %`,
          },
          {
            title: t`Numbering`,
            state: stateOf(2),
            detail: (
              <Trans>
                No. {first} to {last}
              </Trans>
            ),
          },
          { title: t`Ready to list`, state: stateOf(3) },
        ]}
      />
      {status === 'failed' && <Failure upload={upload} />}
    </>
  )
}

function Failure({ upload: { uuid, failure, failure_params } }: { upload: Upload }) {
  const client = useQueryClient()
  const { mutate, error, isPending } = useCall(retryUpload)
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  const again = () =>
    mutate(
      { uuid },
      { onSuccess: () => client.invalidateQueries({ queryKey: [listUploads.path] }) },
    )
  return (
    <Note tone="bad">
      <p>
        <RefusalText error={new Refusal(code, failure_params ?? {})} />
      </p>
      <Refused error={error} />
      <p className="mt-3">
        <Button small busy={isPending} onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </Note>
  )
}
