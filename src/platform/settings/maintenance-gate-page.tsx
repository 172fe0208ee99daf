import { Outlet } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import type { Route } from './+types/maintenance-gate-page.ts'
import { getSettings } from './settings.shared.ts'

/** Wraps every page except sign-in and the few beside it; during maintenance it lets only administrators through. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await ask(context, getSettings, {})
  const isAdmin = 'version' in settings
  if (settings.maintenance && !isAdmin)
    throw refusedPage('maintenance', { note: settings.maintenance_note })
  return null
}

export default function MaintenanceGatePage() {
  return <Outlet />
}
