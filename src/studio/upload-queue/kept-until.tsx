import { Trans } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'

/** Says when an upload is deleted unless its creator goes on with it. */
export const KeptUntil = ({ at }: { at: string }) => (
  <Trans>
    Continue by <DateTime at={at} />, or we will delete this upload and everything you entered for
    it.
  </Trans>
)
