import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from '#core/http/ask.ts'
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
import { useChoices } from '#src/ui/use-choices.tsx'

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
  const { items } = useLiveQuery(listMailChoices, {}, { initial, refetchInterval: false })
  const { choose, chosen, error } = useChoices(putMailChoice, ({ topic }) => topic)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {items.map((saved) => {
        const { topic, wants_mail, pace } = { ...saved, ...chosen(saved.topic) }
        return (
          <Select
            key={topic}
            name={`mails-${topic}`}
            label={i18n._(subscriptionNames[topic])}
            value={wants_mail ? pace : NEVER}
            onChange={(event) => {
              const named = paces.find((one) => one === event.currentTarget.value)
              const choice = named ? { wants_mail: true, pace: named } : { wants_mail: false }
              choose({ topic, ...choice, time_zone: browserTimeZone() })
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
