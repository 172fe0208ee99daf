import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useLiveQuery, useRefetchQueries } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Select } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import {
  listMailChoices,
  type Pace,
  paces,
  putMailChoice,
  type Subscribed,
} from './notification.shared.ts'
import { browserTimeZone } from './schedule-form.tsx'

/** The names of what people unsubscribe from. */
export const subscriptionNames: Record<Subscribed, MessageDescriptor> = {
  offers: msg`Trades, gifts, loans and free copies`,
  titles: msg`Further copies of titles you own`,
  following: msg`What you follow`,
  searches: msg`New titles in your saved searches`,
  rentals: msg`The end of your rentals`,
  sales: msg`Your sales and rentals`,
  digest: msg`Daily and weekly emails`,
}
const paceNames: Record<Pace, MessageDescriptor> = {
  at_once: msg`Immediately`,
  daily: msg`In one daily email`,
  weekly: msg`In one weekly email`,
}
const NEVER = 'never'

/** Renders the choice of the topics on which the reader gets mails, and how fast. */
export function MailChoices({ initial }: { initial: ReplyOf<typeof listMailChoices> }) {
  const { t, i18n } = useLingui()
  const refresh = useRefetchQueries()
  const { items } = useLiveQuery(listMailChoices, {}, { initial, refetchInterval: false })
  const { mutate, error, isPending, variables } = useEndpointMutation(putMailChoice)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {items.map((saved) => {
        const { topic, wants_mail, pace } =
          isPending && variables.topic === saved.topic ? { ...saved, ...variables } : saved
        return (
          <Select
            key={topic}
            name={`mails-${topic}`}
            label={i18n._(subscriptionNames[topic])}
            value={wants_mail ? pace : NEVER}
            onChange={(event) => {
              const chosen = paces.find((one) => one === event.currentTarget.value)
              const choice = chosen ? { wants_mail: true, pace: chosen } : { wants_mail: false }
              const input = { topic, ...choice, time_zone: browserTimeZone() }
              mutate(input, { onSuccess: refresh })
            }}
          >
            {paces.map((one) => (
              <option key={one} value={one}>
                {i18n._(paceNames[one])}
              </option>
            ))}
            <option value={NEVER}>{t`Never`}</option>
          </Select>
        )
      })}
      <RefusalMessage error={error} />
    </div>
  )
}
