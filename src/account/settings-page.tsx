import { useLingui } from '@lingui/react/macro'
import { ask } from '#core/ask.ts'
import type { Route } from './+types/settings-page.ts'
import { getCurrentAccount, listSessions } from './account.shape.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const [account, sessions] = await Promise.all([
    ask(context, getCurrentAccount, {}),
    ask(context, listSessions, {}),
  ])
  return { account, sessions: sessions.items }
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { account } = loaderData
  return (
    <div className="wrap py-10">
      <title>{t`Account settings · Renban`}</title>
      <h1 className="text-h1">{t`Account settings`}</h1>
      {account.email}
    </div>
  )
}
