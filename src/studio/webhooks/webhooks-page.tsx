import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, nowContext } from '#core/http/ask.ts'
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
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'

const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/** Loads the creator's webhooks with their latest messages. */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await ask(context, listWebhooks, {})
  const cards = await Promise.all(
    items.map(async (webhook) => ({
      webhook,
      messages: await ask(context, listWebhookMessages, { id: webhook.id, limit: MESSAGES_SHOWN }),
    })),
  )
  return { cards, now: context.get(nowContext).toISOString() }
}

export default function WebhooksPage({ loaderData: { cards, now } }: Route.ComponentProps) {
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
          {cards.map(({ webhook, messages }) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                messages={messages}
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
