import { Outlet } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import type { Route } from './+types/admins-page.ts'
import { getCurrentAccount } from './account.shared.ts'

/** Guards the administration's pages; everybody else gets status 403. */
export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await ask(context, getCurrentAccount, {})
  if (role !== 'ADMIN') throw refusedPage('admins_only')
  return null
}

export default function AdminsPage() {
  return <Outlet />
}
