import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, seeOther } from '#src/emulators/page.ts'
import { findCheckout } from './checkout.ts'
import { type Checkout } from './objects.ts'
import { sendChallenge, sendCheckout, sendNothing, type View } from './pay-page.ts'
import { textsFor } from './pay-texts.ts'
import { answerChallenge, isCardNumber, isChallenged, submitCard } from './payment.ts'
import { ApiError } from './api-error.ts'
import { type Provider } from './store.ts'

export type Flaw = 'card_number' | 'expiry' | 'cvc'

/** Serves the buyer's pages: the payment, the bank's challenge, and the end of a session. */
export async function servePages(
  provider: Provider,
  prefix: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const { pathname } = new URL(req.url!, 'http://card')
  const [, id = '', challenge] = /\/pay\/(\w+)(\/challenge)?$/.exec(pathname) ?? []
  const accepts = req.headers['accept-language']
  const checkout = lookFor(provider, id)
  if (!checkout) return sendNothing(res, textsFor(undefined, accepts))
  const page = `${prefix}/pay/${id}`
  const view: View = {
    page,
    checkout,
    texts: textsFor(checkout.session.locale, accepts),
    refused: provider.store.intents.get(checkout.session.payment_intent ?? '')?.last_payment_error,
  }
  const form = req.method === 'POST' ? new URLSearchParams(await readBody(req)) : undefined
  if (form && challenge) answerChallenge(provider, checkout, form.get('answer') === 'approve')
  else if (form) {
    const flaw = checkout.session.status === 'open' ? flawIn(form, provider.seconds()) : undefined
    if (flaw) return sendCheckout(res, 422, { ...view, flaw, name: form.get('name') ?? '' })
    submitCard(provider, checkout, form.get('card_number') ?? '')
  }
  if (form) return seeOther(res, nextPage(provider, findCheckout(provider, id), page))
  if (!challenge) return sendCheckout(res, 200, view)
  return isChallenged(provider, checkout) ? sendChallenge(res, view) : seeOther(res, page)
}

function lookFor(provider: Provider, id: string): Checkout | undefined {
  try {
    return findCheckout(provider, id)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Returns the address after a form. A second submit of a paid session goes to the same address. */
function nextPage(provider: Provider, checkout: Checkout, page: string): string {
  const { id, status, success_url } = checkout.session
  if (status === 'complete') return success_url!.replaceAll('{CHECKOUT_SESSION_ID}', id)
  return isChallenged(provider, checkout) ? `${page}/challenge` : page
}

/** Returns the first invalid field. Only the card number is required. */
function flawIn(form: URLSearchParams, seconds: number): Flaw | undefined {
  if (!isCardNumber(form.get('card_number') ?? '')) return 'card_number'
  const expiry = form.get('expiry')?.replace(/\s/g, '')
  if (expiry && !isAhead(expiry, new Date(seconds * 1000))) return 'expiry'
  const cvc = form.get('cvc')?.trim()
  return cvc && !/^\d{3,4}$/.test(cvc) ? 'cvc' : undefined
}

/** Returns true until the end of the month on a card: `08/29`. */
function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/?(\d{2})$/.exec(expiry) ?? []
  return Boolean(month) && Date.UTC(2000 + Number(year), Number(month)) > now.getTime()
}
