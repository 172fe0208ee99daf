import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useLiveQuery, useRefetchQueries } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { listMailChoices, putMailChoice, type Topic } from './notification.shared.ts'

/** The names of the topics of mails. */
export const topicNames: Record<Topic, MessageDescriptor> = {
  offers: msg`Trades, gifts, loans and free copies`,
  titles: msg`Further copies of titles you own`,
  following: msg`What you follow`,
  sales: msg`Your sales and rentals`,
}

/** Renders the choice of the topics on which the reader gets mails. */
export function MailChoices({ initial }: { initial: ReplyOf<typeof listMailChoices> }) {
  const { i18n } = useLingui()
  const refresh = useRefetchQueries()
  const { items } = useLiveQuery(listMailChoices, {}, { initial, refetchInterval: false })
  const { mutate, error, isPending, variables } = useEndpointMutation(putMailChoice)
  return (
    <div className="grid gap-3">
      {items.map(({ topic, wants_mail }) => (
        <Checkbox
          key={topic}
          checked={isPending && variables.topic === topic ? variables.wants_mail : wants_mail}
          onChange={(event) =>
            mutate({ topic, wants_mail: event.currentTarget.checked }, { onSuccess: refresh })
          }
        >
          {i18n._(topicNames[topic])}
        </Checkbox>
      ))}
      <RefusalMessage error={error} />
    </div>
  )
}
