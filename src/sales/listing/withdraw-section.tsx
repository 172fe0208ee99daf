import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { type Asset, WITHDRAWN_KEPT_DAYS } from '#src/catalog/asset/asset.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage, RefusalWords } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { restoreAsset } from './listing.shared.ts'

const WithdrawDialog = lazyDialog(() => import('./withdraw-dialog.tsx'), 'WithdrawDialog')

/** Lets the creator withdraw a title or publish it again. */
export function WithdrawSection({ asset }: { asset: Asset }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (asset.withdrawn_at) return <WithdrawnNotice kid={asset.kid} since={asset.withdrawn_at} />
  if (!asset.published_at) return null
  return (
    <Section
      title={t`Withdraw the title`}
      hint={t`You can withdraw a title only if no one else owns or has owned a copy, or has one reserved.`}
    >
      <div>
        <Button onClick={() => setOpen(true)}>
          <Trans>Withdraw the title</Trans>
        </Button>
      </div>
      {isOpen && <WithdrawDialog asset={asset} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Says since when a title is withdrawn and until when it can be restored, and restores it. */
export function WithdrawnNotice({ kid, since }: { kid: string; since: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const restore = useEndpointMutation(restoreAsset)
  const mayRestore = useReader()?.role === 'ORH'
  const until = new Date(Date.parse(since) + WITHDRAWN_KEPT_DAYS * DAY_MS).toISOString()

  function finish() {
    void refetchAll()
    toast({ message: <Trans>The title is published again. Its copies are not listed yet.</Trans> })
  }

  return (
    <Section title={t`This title is withdrawn`}>
      <p>
        <Trans>
          You withdrew it on <DateTime at={since} detail="day" />, and only you can see it. You can
          restore it until <DateTime at={until} />. After that, its files are deleted.
        </Trans>
      </p>
      <RefusalMessage error={restore.error} />
      {mayRestore ? (
        <div>
          <Button
            busy={restore.isPending}
            onClick={() => restore.mutate({ kid }, { onSuccess: finish })}
          >
            <Trans>Restore the title</Trans>
          </Button>
        </div>
      ) : (
        <p>
          <RefusalWords code="creators_only" values={{}} />
        </p>
      )}
    </Section>
  )
}
