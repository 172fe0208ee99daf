import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Section } from '#src/ui/section.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import type { Route } from './+types/webhooks-page.ts'
import {
  listWebhookMessages,
  listWebhooks,
  MESSAGES_SHOWN,
  type Webhook,
} from './webhook.shared.ts'
import type { Messages } from './message-log.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'

const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/** Loads the creator's webhooks with their latest messages. */
export async function loader({ context }: Route.LoaderArgs) {
  const webhooks = await ask(context, listWebhooks, {})
  const messages = await Promise.all(
    webhooks.items.map(({ id }) =>
      ask(context, listWebhookMessages, { id, limit: MESSAGES_SHOWN }),
    ),
  )
  const logs = Object.fromEntries(webhooks.items.map(({ id }, i) => [id, messages[i]!]))
  return { webhooks, logs, now: context.get(nowContext).toISOString() }
}

const NO_MESSAGES: Messages = { items: [], total: 0, undelivered: 0 } // of a webhook added elsewhere

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  const { webhooks, logs, now } = loaderData
  const live = { initial: webhooks, refetchInterval: REFETCH_MS.status }
  const { items } = useLiveQuery(listWebhooks, {}, live)
  const clock = useServerClock(now)
  const { t } = useLingui()
  const [removed, setRemoved] = useState<Webhook>()
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Webhooks · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div>
          <h1 className="text-h1">
            <Trans>Webhooks</Trans>
          </h1>
          <p className="mt-3 text-ink-2">
            <Trans>
              We tell your server what happens to your titles, within two minutes. Messages are
              signed as in the Standard Webhooks specification.
            </Trans>
          </p>
        </div>
        <ul className="grid gap-7 empty:hidden">
          {items.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                messages={logs[webhook.id] ?? NO_MESSAGES}
                clock={clock}
                onRemove={() => setRemoved(webhook)}
              />
            </li>
          ))}
        </ul>
        <Section title={t`Add a webhook`}>
          <WebhookForm />
        </Section>
      </div>
      {removed && <RemoveDialog webhook={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  )
}
