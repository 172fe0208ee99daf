import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { MailLink } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import type { Route } from './+types/support-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator, maintenance, maintenance_note } = await ask(context, getSettings, {})
  return { email: operator.email, closed: maintenance ? { note: maintenance_note } : null }
}

export default function SupportPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { email, closed } = loaderData
  const maintenance = [
    t`We will be back soon`,
    t`Renban is closed for maintenance. Come back a little later.`,
    closed?.note,
  ] as const
  return (
    <Prose
      title={t`Support`}
      lead={t`Is something not working? Tell us. A person reads every message.`}
      sections={[
        ...(closed ? [maintenance] : []),
        [
          t`Write to us`,
          <MailLink key="email" email={email} />,
          t`Tell us the title and the number, and what you saw. If the page showed a code, include it: it helps us find the cause.`,
        ],
        [t`When we answer`, t`Within two working days. For payments and payouts, within one.`],
        [
          t`What we never ask for`,
          t`Your sign-in code, your card number, or a transfer of money to anyone. A message that asks for any of these is not from us.`,
        ],
      ]}
    >
      <LinkButton to="/help">
        <Trans>See the help centre</Trans>
      </LinkButton>
    </Prose>
  )
}
