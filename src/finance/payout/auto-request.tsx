import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { putAuto } from './payout.shared.ts'
import type { Terms } from './payout-form.tsx'
import { startOf } from './payout-state.tsx'

/** The switch for the automatic request of the whole balance at each month's end. */
export function AutoRequest({ auto }: { auto: Terms['auto'] }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const { mutate, isPending, error } = useEndpointMutation(putAuto)
  const [pendingValue, setPendingValue] = useState<boolean>() // the value shown until the page has refetched it
  const { enabled, next_on } = auto

  function change(enabledNow: boolean) {
    if (isPending) return
    setPendingValue(enabledNow)
    const reset = () => setPendingValue(undefined)
    mutate(
      { enabled: enabledNow },
      { onSuccess: () => void finish(enabledNow).then(reset), onError: reset },
    )
  }

  async function finish(enabledNow: boolean) {
    toast({
      message: enabledNow ? (
        <Trans>From now on we request everything at the end of each month.</Trans>
      ) : (
        <Trans>We request nothing by ourselves any more.</Trans>
      ),
    })
    await askAgain()
  }

  return (
    <Section title={t`Each month by itself`}>
      <Checkbox
        checked={pendingValue ?? enabled}
        onChange={(event) => change(event.currentTarget.checked)}
      >
        <Trans>Request everything each month</Trans>
        <br />
        <span className="text-small text-ink-2">
          <Trans>
            On the last day of the month, next on <DateTime at={startOf(next_on)} detail="day" />,
            we request all that can be paid out, unless you have a payout that month already. You
            get a mail and can cancel until the day ends in Japan.
          </Trans>
        </span>
      </Checkbox>
      <RefusalMessage error={error} />
    </Section>
  )
}
