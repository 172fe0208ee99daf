import { redirect } from 'react-router'
import { askOptional, formOf, refusedPage } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { isLocale } from '#src/i18n/locale.ts'
import { nextPath } from '#src/ui/next-path.ts'
import type { Route } from './+types/language-page.ts'
import { updateCurrentAccount } from './account.shared.ts'

const YEAR_SECONDS = 31_536_000
const GUEST_REFUSALS = [...guestRefusals, 'maintenance'] as const

/** Redirects visits without a form; only the language buttons post here. */
export const loader = () => redirect('/')

/**
 * Saves the language in a cookie, and for mails in the account if signed in, and goes back to the
 * page that posted.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const lang = form.get('lang')
  if (typeof lang !== 'string' || !isLocale(lang)) {
    throw refusedPage('input_invalid', { field: 'lang' })
  }
  await askOptional(context, GUEST_REFUSALS, updateCurrentAccount, { lang })
  const cookie = `lang=${lang}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  return redirect(nextPath(form.get('next')), { headers: { 'set-cookie': cookie } })
}
