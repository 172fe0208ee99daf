import { Trans } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { type ErrorCode, Refusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { retryUpload, type Upload } from '#src/media/upload/upload.shared.ts'

/** Returns the refusal that explains why an upload was not processed or its copies not listed. */
export function failureOf({
  failure,
  failure_params,
}: Pick<Upload, 'failure' | 'failure_params'>): Refusal {
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  return new Refusal(code, failure_params ?? {})
}

/** Asks the server to process an upload's files again. */
export function RetryButton({ uuid }: { uuid: string }) {
  const { mutate, error, isPending } = useEndpointMutation(retryUpload, {
    afterAnswer: useRefetchAll(),
  })
  return (
    <>
      <RefusalMessage error={error} />
      <Button small busy={isPending} onClick={() => mutate({ uuid })}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
