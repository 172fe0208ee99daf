import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchQueries } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { labelOf } from './event-names.tsx'
import {
  type listWebhookMessages,
  replayWebhook,
  replayWebhookMessage,
  type WebhookMessage,
} from './webhook.shared.ts'

export type Messages = ReplyOf<typeof listWebhookMessages>

/** The latest messages of a webhook, each with the outcome of its latest delivery. */
export function MessageLog(props: { id: string; isOff: boolean; messages: Messages }) {
  const { id, isOff, messages } = props
  const { items, undelivered } = messages
  const refresh = useRefetchQueries()
  const { mutate, error, isPending, variables } = useEndpointMutation(replayWebhookMessage)
  const replayAll = useEndpointMutation(replayWebhook)
  if (items.length === 0) return null
  return (
    <div className="border-t border-line pt-4">
      <h3 className="text-label font-semibold">
        <Trans>Latest messages</Trans>
      </h3>
      <ul className="mt-2 grid">
        {items.map((message) => (
          <Row
            key={message.id}
            message={message}
            busy={isPending && variables.message_id === message.id}
            onReplay={
              isOff
                ? undefined
                : () => mutate({ id, message_id: message.id }, { onSuccess: refresh })
            }
          />
        ))}
      </ul>
      <RefusalMessage error={error ?? replayAll.error} />
      {!isOff && undelivered > 0 && (
        <Button
          small
          className="mt-3"
          busy={replayAll.isPending}
          onClick={() => replayAll.mutate({ id }, { onSuccess: refresh })}
        >
          <Plural
            value={undelivered}
            one="Send # undelivered message"
            other="Send # undelivered messages"
          />
        </Button>
      )}
    </div>
  )
}

function Row(props: {
  message: WebhookMessage
  busy: boolean
  onReplay: (() => void) | undefined
}) {
  const { message, busy, onReplay } = props
  const { i18n } = useLingui()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-small first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        {i18n._(labelOf(message))} · <DateTime at={message.at} />
        <p className="text-ink-2">
          <State message={message} />
        </p>
      </div>
      {onReplay && (message.next_at === null || message.failure !== null) && (
        <Button small busy={busy} onClick={onReplay}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  )
}

function State({
  message: { delivered_at, next_at, status, failure },
}: {
  message: WebhookMessage
}) {
  if (delivered_at)
    return (
      <Trans>
        Delivered on <DateTime at={delivered_at} />
      </Trans>
    )
  if (!failure) return next_at ? <Trans>On its way</Trans> : <Trans>Not sent</Trans>
  const reason = <Reason failure={failure} status={status} />
  if (!next_at) return <Trans>Not delivered: {reason}</Trans>
  return (
    <Trans>
      Not delivered yet: {reason}. Next try on <DateTime at={next_at} />
    </Trans>
  )
}

function Reason({ failure, status }: Pick<WebhookMessage, 'failure' | 'status'>) {
  if (failure === 'timeout') return <Trans>no answer within 10 seconds</Trans>
  if (failure === 'unreachable') return <Trans>no connection</Trans>
  if (failure === 'address_refused') return <Trans>the address is not public</Trans>
  return <>HTTP {status}</>
}
