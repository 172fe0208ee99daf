import { useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { OperatorFacts } from '#src/platform/layout/operator-facts.tsx'
import { Prose } from '#src/platform/layout/prose.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import type { Route } from './+types/company-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = await ask(context, getSettings, {})
  return { operator }
}

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Prose title={t`Company`} lead={t`Who runs Renban, and how to reach us.`} sections={[]}>
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
