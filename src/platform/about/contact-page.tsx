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
          t`Write to us from the address you sign in with: who you are, what you make, and where we can see some of it. We open the workshop to your account, usually within a week.`,
        ],
        [
          t`Rights`,
          t`If something here is yours and was published without you, name the title and say what shows that it is yours. We take it down while we look into it.`,
        ],
        [t`Press and everything else`, t`The same address. A person reads it.`],
      ]}
    >
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
