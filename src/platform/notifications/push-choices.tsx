import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { subscriptionNames } from './mail-choices.tsx'
import type { Topic } from './notification.shared.ts'
import { listPushChoices, putPushChoice } from './push.shared.ts'
import { useChoices } from '#src/ui/use-choices.tsx'

const pushTopicNames: Record<Topic, MessageDescriptor> = {
  ...subscriptionNames,
  purchases: msg`Your purchases`,
  studio: msg`Your uploads and webhooks`,
  payouts: msg`Payouts and disputes`,
  deadlines: msg`Deadlines and your turn in waiting rooms`,
  moderation: msg`Reports and decisions`,
  security: msg`Security of your account`,
}

/** Renders the choice of the topics that the reader's browsers show. */
export function PushChoices({ initial }: { initial: ReplyOf<typeof listPushChoices> }) {
  const { i18n } = useLingui()
  const { items } = useLiveQuery(listPushChoices, {}, { initial, refetchInterval: false })
  const { choose, chosen, error } = useChoices(putPushChoice, ({ topic }) => topic)
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="mb-3 text-label font-semibold">
        <Trans>Show notifications about</Trans>
      </legend>
      {items.map(({ topic, wants_push }) => (
        <Checkbox
          key={topic}
          checked={chosen(topic)?.wants_push ?? wants_push}
          onChange={(event) => choose({ topic, wants_push: event.currentTarget.checked })}
        >
          {i18n._(pushTopicNames[topic])}
        </Checkbox>
      ))}
      <RefusalMessage error={error} />
    </fieldset>
  )
}
