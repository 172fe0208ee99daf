import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { MailLink } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import type { Route } from './+types/support-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = await ask(context, getSettings, {})
  return { email: operator.email }
}

export default function SupportPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Support`}
      lead={t`Something does not work, or looks wrong? Tell us and a person reads it.`}
      sections={[
        [
          t`Write to us`,
          <MailLink key="email" email={loaderData.email} />,
          t`Say which title and number it is about and what you saw. If the page named a code, add it: it leads us to what happened.`,
        ],
        [t`When we answer`, t`Within two working days. About payments and payouts, within one.`],
        [
          t`What we never ask for`,
          t`Your sign-in code, your card number, or that you send somebody money. Whoever asks for that is not us.`,
        ],
      ]}
    >
      <LinkButton to="/help">
        <Trans>Look in the help centre first</Trans>
      </LinkButton>
    </Prose>
  )
}
