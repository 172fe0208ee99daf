import { redirect } from 'react-router'
import { askOptional, refusedPage } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { isLocale } from '#src/i18n/locale.ts'
import { nextPath } from '#src/ui/next-path.ts'
import type { Route } from './+types/language-page.ts'
import { updateCurrentAccount } from './account.shared.ts'

const YEAR_SECONDS = 31_536_000
const NOBODY = [...guestRefusals, 'maintenance'] as const

/** Nobody is here without having pressed a language. */
export const loader = () => redirect('/')

/**
 * Keeps the language in a cookie, and for mails with whoever is signed in, and goes back to where it
 * was pressed.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const lang = form.get('lang')
  if (typeof lang !== 'string' || !isLocale(lang)) {
    throw refusedPage('input_invalid', { field: 'lang' })
  }
  await askOptional(context, NOBODY, updateCurrentAccount, { lang })
  const cookie = `lang=${lang}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  return redirect(nextPath(form.get('next')), { headers: { 'set-cookie': cookie } })
}
