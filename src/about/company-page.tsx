import { useLingui } from '@lingui/react/macro'
import { ask } from '#core/ask.ts'
import { OperatorFacts } from '#src/page/operator-facts.tsx'
import { Prose } from '#src/page/prose.tsx'
import { getSettings } from '#src/settings/settings.shape.ts'
import type { Route } from './+types/company-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = await ask(context, getSettings, {})
  return { operator }
}

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Company`}
      lead={t`Who runs this marketplace, and where to reach them.`}
      sections={[]}
    >
      <OperatorFacts operator={loaderData.operator} />
    </Prose>
  )
}
