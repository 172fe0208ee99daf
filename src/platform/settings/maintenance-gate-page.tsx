import { Outlet } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import type { Route } from './+types/maintenance-gate-page.ts'
import { getSettings } from './settings.shared.ts'

/** Around every page but those for signing in: during maintenance they are for administrators only. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await ask(context, getSettings, {})
  const isAdmin = 'version' in settings
  if (settings.maintenance && !isAdmin)
    throw refusedPage('maintenance', { note: settings.maintenance_note })
  return null
}

export default function OpenPage() {
  return <Outlet />
}
