import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#core/http/ask.ts'
import { type ErrorCode, errors, Refusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { listUploads, retryUpload, type Upload } from '#src/media/upload/upload.shared.ts'

/** Why no title could be made of an upload, as a refusal that has words. */
export function failureOf({ failure, failure_params }: Upload): Refusal {
  const code = failure && failure in errors ? (failure as ErrorCode) : 'processing_failed'
  return new Refusal(code, failure_params ?? {})
}

/** Has the house try again to make a title of files that are all up. */
export function Retry({ uuid }: { uuid: string }) {
  const client = useQueryClient()
  const { mutate, error, isPending } = useCall(retryUpload)
  const again = () =>
    mutate(
      { uuid },
      { onSuccess: () => void client.invalidateQueries({ queryKey: [listUploads.path] }) },
    )
  return (
    <>
      <Refused error={error} />
      <Button small busy={isPending} onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
