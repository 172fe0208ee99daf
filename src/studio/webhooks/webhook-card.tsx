import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation, useRefetchQueries } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { eventLabels } from './event-names.tsx'
import { type Messages, MessageLog } from './message-log.tsx'
import { rotateWebhook, testWebhook, updateWebhook, type Webhook } from './webhook.shared.ts'
import { NewSecret } from './webhook-form.tsx'

/** A webhook with its state, its actions and its latest messages. */
export function WebhookCard(props: { webhook: Webhook; messages: Messages; onRemove: () => void }) {
  const { webhook, messages, onRemove } = props
  const { i18n } = useLingui()
  const { id, url, events, failing_since, disabled_at } = webhook
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
      <Actions webhook={webhook} onRemove={onRemove} />
      <MessageLog id={id} isOff={disabled_at !== null} initial={messages} />
    </Section>
  )
}

function Actions({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const { id, disabled_at } = webhook
  const refresh = useRefetchQueries()
  const { revalidate } = useRevalidator()
  const testing = useEndpointMutation(testWebhook)
  const rotating = useEndpointMutation(rotateWebhook)
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
        <Button small busy={rotating.isPending} onClick={() => rotating.mutate({ id })}>
          <Trans>New secret</Trans>
        </Button>
        <Button small onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <RefusalMessage error={testing.error ?? rotating.error ?? enabling.error} />
      {rotating.data && (
        <>
          <NewSecret>{rotating.data.secret}</NewSecret>
          <p className="text-small text-ink-2">
            <Trans>For 24 hours, messages are signed with the former secret, too.</Trans>
          </p>
        </>
      )}
    </>
  )
}
