import { data, Outlet } from 'react-router'
import { ask } from '#core/ask.ts'
import type { ErrorCode } from '#core/errors.ts'
import type { Route } from './+types/open-page.ts'
import { getSettings } from './settings.shape.ts'

/** Around every page but those for signing in: during maintenance they are for administrators only. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await ask(context, getSettings, {})
  const isAdmin = 'version' in settings
  if (settings.maintenance && !isAdmin)
    throw data(
      { code: 'maintenance' satisfies ErrorCode, params: { note: settings.maintenance_note } },
      { status: 503 },
    )
  return null
}

export default function OpenPage() {
  return <Outlet />
}
