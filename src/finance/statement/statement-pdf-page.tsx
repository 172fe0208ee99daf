import { msg } from '@lingui/core/macro'
import { redirect } from 'react-router'
import { askOptional } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { pdfLang, pdfResponse } from '#src/platform/pdf/pdf-response.tsx'
import { localeOfRequest } from '#src/i18n/locale.ts'
import type { Route } from './+types/statement-pdf-page.ts'
import { getStatement } from './statement.shared.ts'

/**
 * Returns the caller's statement of a month as a PDF: `/statements/2030-01.pdf?lang=ja`. Redirects
 * guests to the list of statements, which asks them to sign in.
 */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const { month } = params
  const statement = await askOptional(context, guestRefusals, getStatement, { month })
  if (!statement) throw redirect('/account/points')
  const lang = pdfLang(url.searchParams.get('lang'), localeOfRequest(request))
  const { StatementDocument, userTextsOf } = await import('./statement-document.tsx') // loaded lazily
  return pdfResponse(<StatementDocument statement={statement} />, {
    lang,
    title: msg`Monthly statement`,
    reference: month,
    ascii: `renban-statement-${month}`,
    texts: userTextsOf(statement),
  })
}
