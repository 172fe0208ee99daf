import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { RefusalMessage } from './refusal-message.tsx'

/** Says why something could not be fetched, with a button that tries again. */
export function ReadFailed({ read }: { read: { error: Error | null; again: () => void } }) {
  if (!read.error) return null
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalMessage error={read.error} />
      <Button small onClick={read.again}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
