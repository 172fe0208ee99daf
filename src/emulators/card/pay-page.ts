import type { ServerResponse } from 'node:http'
import { type Html, html, sendPage } from '#src/emulators/page.ts'
import { type Checkout, type Intent } from './objects.ts'
import { type Flaw } from './pages.ts'
import { css } from './pay-style.ts'
import { type Texts } from './pay-texts.ts'

export interface View {
  page: string // the path that forms are sent to
  checkout: Checkout
  texts: Texts
  refused: Intent['last_payment_error'] | undefined
  flaw?: Flaw
  name?: string
}

const SHOP = 'Renban'
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })
const fields: { name: Flaw; complete: string; example: string }[] = [
  { name: 'card_number', complete: 'cc-number', example: '4242 4242 4242 4242' },
  { name: 'expiry', complete: 'cc-exp', example: '08 / 29' },
  { name: 'cvc', complete: 'cc-csc', example: '123' },
]

/** Sends the page at a session's `url`: the form while it is open, else its outcome. */
export function sendCheckout(res: ServerResponse, status: number, view: View) {
  const { session } = view.checkout
  send(res, status, view, session.status === 'open' ? payment(view) : ending(view))
}

/** Sends the 3-D Secure page of the cardholder's bank. */
export function sendChallenge(res: ServerResponse, view: View) {
  const { texts, page, checkout } = view
  const amount = yen.format(checkout.session.amount_total!)
  const body = html`<main class="one">
    <p class="quiet">${texts.bank}</p>
    <h1>${texts.challenge}</h1>
    <p>${texts.challengeText(SHOP, amount)}</p>
    <form class="answers" method="post" action="${page}/challenge">
      <button name="answer" value="approve">${texts.approve}</button>
      <button class="other" name="answer" value="fail">${texts.fail}</button>
    </form>
  </main>`
  send(res, 200, view, body)
}

export function sendNothing(res: ServerResponse, texts: Texts) {
  const body = html`<main class="one">
    <h1>${texts.nothing}</h1>
    <p>${texts.nothingText}</p>
  </main>`
  sendPage(res, 404, { lang: texts.lang, title: texts.nothing, css, body })
}

function send(res: ServerResponse, status: number, { checkout, texts }: View, main: Html) {
  const body = html`<p class="mode">${texts.mode}</p>
    ${main}`
  const title = `${texts.title} – ${SHOP}`
  const formsTo = [new URL(checkout.session.success_url!).origin] // a redirect after a form counts
  sendPage(res, status, { lang: texts.lang, title, css, body, formsTo })
}

function payment(view: View): Html {
  const { texts, page, checkout, name } = view
  const { amount_total, cancel_url, customer_email, expires_at } = checkout.session
  const amount = yen.format(amount_total!)
  const note = checkout.session.custom_text.submit?.message
  return html`<main class="two">
    <section>
      <h1 class="quiet">${texts.payTo(SHOP)}</h1>
      <p class="amount">${amount}</p>
      <p class="what">${checkout.title}</p>
      ${customer_email !== null && html`<p class="quiet">${texts.receipt(customer_email)}</p>`}
      <p class="quiet">${note ?? texts.until(clock.format(expires_at * 1000))}</p>
    </section>
    <section>
      ${refusal(view)}
      <form class="card" method="post" action="${page}">
        ${fields.map((each) => field(view, each))}
        <label class="name"
          >${texts.name}
          <input name="name" autocomplete="cc-name" value="${name ?? ''}" />
        </label>
        <button>${texts.pay(amount)}</button>
      </form>
      ${cancel_url !== null && html`<p class="back"><a href="${cancel_url}">${texts.back(SHOP)}</a></p>`}
      ${testCards(texts)}
    </section>
  </main>`
}

function refusal({ flaw, refused, texts }: View): Html | false {
  if (flaw || !refused) return false
  const reasons = texts.refused
  const text = reasons[refused.decline_code ?? refused.code] ?? reasons.generic_decline!
  return html`<p class="refused" role="alert">${text}</p>`
}

function field({ flaw, texts }: View, { name, complete, example }: (typeof fields)[number]): Html {
  const wrong = flaw === name
  return html`<label class="${name}"
    >${texts[name]}
    <input
      name="${name}"
      inputmode="numeric"
      autocomplete="${complete}"
      placeholder="${example}"
      ${name === 'card_number' && html`required`}
      ${wrong && html`aria-invalid="true" aria-describedby="flaw" autofocus`}
    />
    ${wrong && html`<span id="flaw" class="flaw" role="alert">${texts.flaws[name]}</span>`}
  </label>`
}

function testCards(texts: Texts): Html {
  const rows = [
    ['4242 4242 4242 4242', texts.pays],
    ['4000 0000 0000 0002', texts.declines],
    ['4000 0000 0000 9995', texts.poor],
    ['4000 0000 0000 0069', texts.old],
    ['4000 0000 0000 0127', texts.wrongCode],
    ['4000 0027 6000 3184', texts.challenges],
  ] as const
  return html`<section class="trials">
    <h2>${texts.tests}</h2>
    <dl>
      ${rows.map(
        ([number, effect]) =>
          html`<div>
            <dt>${number}</dt>
            <dd>${effect}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

function ending({ texts, checkout }: View): Html {
  const { status, amount_total, success_url, cancel_url, id } = checkout.session
  const paid = status === 'complete'
  const next = paid ? success_url!.replaceAll('{CHECKOUT_SESSION_ID}', id) : cancel_url
  const text = paid ? texts.paidText(yen.format(amount_total!)) : texts.expiredText
  return html`<main class="one">
    <h1>${paid ? texts.paid : texts.expired}</h1>
    <p>${text}</p>
    ${next !== null && html`<p><a href="${next}">${paid ? texts.on : texts.back(SHOP)}</a></p>`}
  </main>`
}
