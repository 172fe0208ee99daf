import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, seeOther } from '#src/emulators/page.ts'
import { findCheckout } from './checkout.ts'
import { type Checkout } from './objects.ts'
import { sendChallenge, sendCheckout, sendNothing, type View } from './pay-page.ts'
import { textsFor } from './pay-texts.ts'
import { answerChallenge, isCardNumber, isChallenged, submitCard } from './payment.ts'
import { Refused } from './refused.ts'
import { type Desk } from './store.ts'

export type Flaw = 'card_number' | 'expiry' | 'cvc'

/** The pages a buyer sees: pay, the bank's challenge, and what became of a session that is over. */
export async function servePages(
  desk: Desk,
  prefix: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const { pathname } = new URL(req.url!, 'http://card')
  const [, id = '', challenge] = /\/pay\/(\w+)(\/challenge)?$/.exec(pathname) ?? []
  const accepts = req.headers['accept-language']
  const checkout = lookFor(desk, id)
  if (!checkout) return sendNothing(res, textsFor(undefined, accepts))
  const page = `${prefix}/pay/${id}`
  const view: View = {
    page,
    checkout,
    texts: textsFor(checkout.session.locale, accepts),
    refused: desk.store.intents.get(checkout.session.payment_intent ?? '')?.last_payment_error,
  }
  const form = req.method === 'POST' ? new URLSearchParams(await readBody(req)) : undefined
  if (form && challenge) answerChallenge(desk, checkout, form.get('answer') === 'approve')
  else if (form) {
    const flaw = checkout.session.status === 'open' ? flawIn(form, desk.seconds()) : undefined
    if (flaw) return sendCheckout(res, 422, { ...view, flaw, name: form.get('name') ?? '' })
    submitCard(desk, checkout, form.get('card_number') ?? '')
  }
  if (form) return seeOther(res, after(desk, findCheckout(desk, id), page))
  if (!challenge) return sendCheckout(res, 200, view)
  return isChallenged(desk, checkout) ? sendChallenge(res, view) : seeOther(res, page)
}

function lookFor(desk: Desk, id: string): Checkout | undefined {
  try {
    return findCheckout(desk, id)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Where a buyer goes after a form: a second submit of a paid session goes where the first went. */
function after(desk: Desk, checkout: Checkout, page: string): string {
  const { id, status, success_url } = checkout.session
  if (status === 'complete') return success_url!.replaceAll('{CHECKOUT_SESSION_ID}', id)
  return isChallenged(desk, checkout) ? `${page}/challenge` : page
}

/** The first field that cannot be right. Only the number must be there: this is a test page. */
function flawIn(form: URLSearchParams, seconds: number): Flaw | undefined {
  if (!isCardNumber(form.get('card_number') ?? '')) return 'card_number'
  const expiry = form.get('expiry')?.replace(/\s/g, '')
  if (expiry && !isAhead(expiry, new Date(seconds * 1000))) return 'expiry'
  const cvc = form.get('cvc')?.trim()
  return cvc && !/^\d{3,4}$/.test(cvc) ? 'cvc' : undefined
}

/** A card is good to the end of the month on it: `08/29`. */
function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/?(\d{2})$/.exec(expiry) ?? []
  return Boolean(month) && Date.UTC(2000 + Number(year), Number(month)) > now.getTime()
}
