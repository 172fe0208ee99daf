import { redirect } from 'react-router'
import { askOptional } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { Route } from './+types/sign-out-page.ts'
import { logOut } from './account.shared.ts'

/** Nobody is here without having pressed "Sign out". */
export const loader = () => redirect('/')

/** Ends the session. The form that leads here reloads, so that nothing private stays in the page. */
export async function action({ context }: Route.ActionArgs) {
  await askOptional(context, guestRefusals, logOut, {})
  return redirect('/')
}
