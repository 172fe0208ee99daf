import { redirect } from 'react-router'
import { askOptional } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { Route } from './+types/sign-out-page.ts'
import { logOut } from './account.shared.ts'

/** Redirects visits without a form; only "Sign out" posts here. */
export const loader = () => redirect('/')

/** Ends the session. The form reloads the document, so that nothing private stays in the page. */
export async function action({ context }: Route.ActionArgs) {
  await askOptional(context, guestRefusals, logOut, {})
  return redirect('/')
}
