import { msg } from '@lingui/core/macro'
import { redirect } from 'react-router'
import { askOptional, refusedPage } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { pdfResponse, pdfLang } from '#src/platform/pdf/pdf-response.tsx'
import { localeOfRequest } from '#src/i18n/locale.ts'
import type { Route } from './+types/receipt-pdf-page.ts'
import { addressee, getReceipt } from './receipt.shared.ts'

/**
 * Returns the buyer's receipt as a PDF: `/receipts/{purchase_id}.pdf?lang=ja&name=…`. Redirects guests
 * to the receipt's page, which asks them to sign in.
 */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const { purchaseId: purchase_id } = params
  const receipt = await askOptional(context, guestRefusals, getReceipt, { purchase_id })
  if (!receipt) throw redirect(`/receipts/${encodeURIComponent(purchase_id)}`)
  const lang = pdfLang(url.searchParams.get('lang'), localeOfRequest(request))
  const to = nameIn(url.searchParams) ?? receipt.buyer
  const { reference } = receipt
  const { ReceiptDocument, userTextsOf } = await import('./receipt-document.tsx') // loaded lazily
  return pdfResponse(<ReceiptDocument receipt={receipt} to={to} />, {
    lang,
    title: msg`Receipt`,
    reference,
    ascii: `receipt-${reference}`,
    texts: userTextsOf({ receipt, to }),
  })
}

/** Returns the addressee in the query, or `undefined` if it is empty. Refuses over 60 letters. */
function nameIn(search: URLSearchParams): string | undefined {
  const entered = search.get('name')?.trim()
  if (!entered) return undefined
  const { data: name } = addressee.safeParse(entered)
  if (name) return name
  throw refusedPage('input_invalid', { field: 'name' })
}
