import { useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { OperatorFacts } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import type { Route } from './+types/contact-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = await ask(context, getSettings, {})
  return { operator }
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Contact`}
      sections={[
        [
          t`Become a creator`,
          t`Email us from the address you sign in with. Tell us who you are, what you make and where we can see some of your work. We approve each creator individually, usually within a week.`,
        ],
        [
          t`Rights`,
          t`If your work was published here without your permission, send us the title and proof that the work is yours. We take the title down while we check.`,
        ],
        [t`Press and other questions`, t`Email the same address. A person reads every message.`],
      ]}
    >
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
