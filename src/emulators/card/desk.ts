import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Html, html, readBody, seeOther, sendJson, sendPage } from '#src/emulators/page.ts'
import { atDesk, deskOrder } from './control.ts'
import { css } from './pay-style.ts'
import type { Charge, Dispute } from './objects.ts'
import type { Desk } from './store.ts'

const SHOWN = 100
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })

/**
 * The provider's own desk, for whoever tries the shop out: every payment, newest first, and what a
 * shop or a bank may do with it. The shop hears of it by events, as of everything.
 */
export async function serveDesk(
  desk: Desk,
  page: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (req.method !== 'POST') return sendPage(res, 200, { ...frame, body: payments(desk, page) })
  // A form of another site cannot act here: browsers say where it came from.
  const from = req.headers['sec-fetch-site']
  const order = deskOrder.safeParse(Object.fromEntries(new URLSearchParams(await readBody(req))))
  if ((from !== undefined && from !== 'same-origin') || !order.success)
    return sendJson(res, 403, { error: 'not from this page' })
  const { status, body } = atDesk(desk, order.data)
  return status === 200 ? seeOther(res, page) : sendJson(res, status, body)
}

const frame = { lang: 'en', title: 'Test card provider – payments', css }

function payments({ store }: Desk, page: string): Html {
  const charges = [...store.charges.values()].toReversed().slice(0, SHOWN)
  const disputes = new Map([...store.disputes.values()].map((one) => [one.charge, one]))
  return html`<p class="mode">Test card provider. No real card is charged and no money moves.</p>
    <main class="one">
      <h1>Payments</h1>
      ${charges.length === 0 && html`<p>Nothing has been paid yet.</p>`}
      ${charges.map((charge) => payment(charge, disputes.get(charge.id), page))}
    </main>`
}

function payment(charge: Charge, dispute: Dispute | undefined, page: string): Html {
  const { amount, amount_refunded, description, payment_intent } = charge
  return html`<section>
    <p class="what">${description ?? payment_intent}</p>
    <p class="quiet">
      ${yen.format(amount)}${amount_refunded > 0 && html`, ${yen.format(amount_refunded)} refunded`}
      ${dispute && html`, disputed: ${dispute.status}`}
    </p>
    ${dispute ? answers(page, 'dispute', dispute.id, ofBank(dispute)) : ''}
    ${answers(page, 'payment_intent', payment_intent, [
      ...(dispute ? [] : [['dispute', 'Dispute'] as const]),
      ...(amount > amount_refunded && (!dispute || dispute.status === 'won')
        ? [['refund', 'Refund'] as const]
        : []),
      ...(amount_refunded > 0 ? [['fail_refund', 'The refund fails'] as const] : []),
    ])}
  </section>`
}

type Answer = readonly [order: string, label: string]

/** A bank decides once, and may decide anew. */
const ofBank = ({ status }: Dispute): Answer[] => [
  ...(status === 'won' ? [] : [['win', 'The shop wins'] as const]),
  ...(status === 'lost' ? [] : [['lose', 'The shop loses'] as const]),
]

const answers = (page: string, name: string, value: string, buttons: Answer[]): Html =>
  html`<form class="answers" method="post" action="${page}">
    <input type="hidden" name="${name}" value="${value}" />
    ${buttons.map(
      ([order, label], i) =>
        html`<button class="${i > 0 ? 'other' : ''}" name="do" value="${order}">${label}</button>`,
    )}
  </form>`
