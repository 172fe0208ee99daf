import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { REFETCH_MS, useEndpointMutation, useLiveQuery, useRefetchQueries } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import type { ServerClock } from '#src/ui/server-clock.ts'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { eventLabels } from './event-names.tsx'
import { type Messages, MessageLog } from './message-log.tsx'
import {
  FAILING_DAYS,
  listWebhookMessages,
  MESSAGES_SHOWN,
  testWebhook,
  updateWebhook,
  type Webhook,
} from './webhook.shared.ts'
import { NewSecret } from './webhook-form.tsx'

const RotateDialog = lazyDialog(() => import('./rotate-dialog.tsx'), 'RotateDialog')

/** A webhook with its state, its actions and its latest messages. */
export function WebhookCard(props: {
  webhook: Webhook
  messages: Messages
  /** Returns the server's time. */
  clock: ServerClock
  onRemove: () => void
}) {
  const { webhook, clock, onRemove } = props
  const { i18n } = useLingui()
  const { id, url, events, failing_since, disabled_at } = webhook
  const messages = useLiveQuery(
    listWebhookMessages,
    { id, limit: MESSAGES_SHOWN },
    { initial: props.messages, refetchInterval: REFETCH_MS.status },
  )
  return (
    <Section
      title={<bdi className="wrap-anywhere">{url}</bdi>}
      aside={
        disabled_at ? (
          <StateTag tone="bad">
            <Trans>Switched off</Trans>
          </StateTag>
        ) : failing_since ? (
          <StateTag tone="warn">
            <Trans>
              Failing since <DateTime at={failing_since} />
            </Trans>
          </StateTag>
        ) : undefined
      }
    >
      <ul className="text-small">
        {events.map((event) => (
          <li key={event}>{i18n._(eventLabels[event])}</li>
        ))}
      </ul>
      {disabled_at && <WhyOff since={disabled_at} undelivered={messages.undelivered} />}
      <Actions webhook={webhook} clock={clock} onRemove={onRemove} />
      <MessageLog id={id} isOff={disabled_at !== null} messages={messages} />
    </Section>
  )
}

/** Says why a webhook is off, and what its owner can do. */
function WhyOff({ since, undelivered }: { since: string; undelivered: number }) {
  return (
    <Note tone="bad">
      <Trans>
        Off since <DateTime at={since} />: no message arrived for {FAILING_DAYS} days. Repair your
        server, then switch it on.
      </Trans>
      {undelivered > 0 && (
        <>
          <Gap />
          <Plural
            value={undelivered}
            one="Then send the message that it missed."
            other="Then send the # messages that it missed."
          />
        </>
      )}
    </Note>
  )
}

function Actions(props: { webhook: Webhook; clock: ServerClock; onRemove: () => void }) {
  const { webhook, clock, onRemove } = props
  const { id, disabled_at } = webhook
  const refresh = useRefetchQueries()
  const { revalidate } = useRevalidator()
  const testing = useEndpointMutation(testWebhook)
  const [askedAt, setAskedAt] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const enabling = useEndpointMutation(updateWebhook)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {disabled_at ? (
          <Button
            look="main"
            small
            busy={enabling.isPending}
            onClick={() =>
              enabling.mutate({ id, enabled: true }, { onSuccess: () => void revalidate() })
            }
          >
            <Trans>Switch on again</Trans>
          </Button>
        ) : (
          <Button
            small
            busy={testing.isPending}
            onClick={() => testing.mutate({ id }, { onSuccess: refresh })}
          >
            <Trans>Send a test</Trans>
          </Button>
        )}
        <Button small onClick={() => setAskedAt(clock())}>
          <Trans>New secret</Trans>
        </Button>
        <Button small onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <RefusalMessage error={testing.error ?? enabling.error} />
      {secret && (
        <>
          <NewSecret key={secret}>{secret}</NewSecret>
          <p className="text-small text-ink-2">
            <Trans>For 24 hours, messages are signed with the former secret, too.</Trans>
          </p>
        </>
      )}
      {askedAt && (
        <RotateDialog
          webhook={webhook}
          now={askedAt}
          onMade={setSecret}
          onClose={() => setAskedAt(undefined)}
        />
      )}
    </>
  )
}
