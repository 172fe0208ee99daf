import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/unsubscribe-page.ts'
import { subscriptionNames } from './mail-choices.tsx'
import { getUnsubscription, unsubscribe } from './notification.shared.ts'

/** Loads the topic of the link in a mail. A visit alone changes nothing: mail programs open links. */
export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  ask(context, getUnsubscription, { token })

/** Unsubscribes, for the page's button and for a mail program's own (RFC 8058). */
export const action = ({ context, params: { token } }: Route.ActionArgs) =>
  ask(context, unsubscribe, { token })

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { topic, wants_mail } = loaderData
  const name = i18n._(subscriptionNames[topic])
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`Stop emails · Renban`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        whole
        title={
          wants_mail ? (
            <Trans>Stop emails about “{name}”?</Trans>
          ) : (
            <Trans>You get no emails about “{name}”</Trans>
          )
        }
        actions={
          <>
            {wants_mail && (
              <Form method="post">
                <Button look="main" type="submit">
                  <Trans>Stop these emails</Trans>
                </Button>
              </Form>
            )}
            <LinkButton to="/account/notifications">
              <Trans>See your notifications</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>The notifications in the app stay. You can change this at any time.</Trans>
      </EmptyState>
    </div>
  )
}
