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
        <Trans>Automatic payouts are on.</Trans>
      ) : (
        <Trans>Automatic payouts are off.</Trans>
      ),
    })
    await askAgain()
  }

  return (
    <Section title={t`Automatic monthly payouts`}>
      <Checkbox
        checked={pendingValue ?? enabled}
        onChange={(event) => change(event.currentTarget.checked)}
      >
        <Trans>Request a payout automatically each month</Trans>
        <br />
        <span className="text-small text-ink-2">
          <Trans>
            On the last day of each month, we request everything that can be paid out, unless you
            already have a payout that month. The next request is on{' '}
            <DateTime at={startOf(next_on)} detail="day" />. We will email you, and you can cancel
            until the end of that day, Japan time.
          </Trans>
        </span>
      </Checkbox>
      <RefusalMessage error={error} />
    </Section>
  )
}
