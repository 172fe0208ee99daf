import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Html, html, readBody, seeOther, sendJson, sendPage } from '#src/emulators/page.ts'
import { runCommand, dashboardCommand } from './control.ts'
import { css } from './pay-style.ts'
import type { Charge, Dispute } from './objects.ts'
import type { Provider } from './store.ts'

const SHOWN = 100
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })

/**
 * Serves the provider's dashboard, for people who try the shop out: the payments, newest first, with
 * buttons to refund and dispute them. The shop learns of both through events.
 */
export async function serveDashboard(
  provider: Provider,
  page: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (req.method !== 'POST') return sendPage(res, 200, { ...frame, body: payments(provider, page) })
  // Refuses forms of other sites; browsers report where a form comes from.
  const from = req.headers['sec-fetch-site']
  const command = dashboardCommand.safeParse(
    Object.fromEntries(new URLSearchParams(await readBody(req))),
  )
  if ((from !== undefined && from !== 'same-origin') || !command.success)
    return sendJson(res, 403, { error: 'not from this page' })
  const { status, body } = runCommand(provider, command.data)
  return status === 200 ? seeOther(res, page) : sendJson(res, status, body)
}

const frame = { lang: 'en', title: 'Test card provider – payments', css }

function payments({ store }: Provider, page: string): Html {
  const charges = [...store.charges.values()].toReversed().slice(0, SHOWN)
  const disputes = new Map([...store.disputes.values()].map((one) => [one.charge, one]))
  return html`<p class="mode">Test card provider. No real card is charged and no money moves.</p>
    <main class="one">
      <h1>Payments</h1>
      ${charges.length === 0 && html`<p>No payments yet. Card payments appear here.</p>`}
      ${charges.map((charge) => payment(charge, disputes.get(charge.id), page))}
    </main>`
}

function payment(charge: Charge, dispute: Dispute | undefined, page: string): Html {
  const { amount, amount_refunded, description, payment_intent } = charge
  return html`<section>
    <p class="what">${description ?? payment_intent}</p>
    <p class="quiet">
      ${yen.format(amount)}${amount_refunded > 0 && html`, ${yen.format(amount_refunded)} refunded`}
      ${dispute && html`, dispute ${stateOf(dispute)}`}
    </p>
    ${dispute ? form(page, 'dispute', dispute.id, decisions(dispute)) : ''}
    ${form(page, 'payment_intent', payment_intent, [
      ...(dispute ? [] : [['dispute', 'Open a dispute'] as const]),
      ...(amount > amount_refunded && (!dispute || dispute.status === 'won')
        ? [['refund', 'Refund'] as const]
        : []),
      ...(amount_refunded > 0 ? [['fail_refund', 'Fail the refund'] as const] : []),
    ])}
  </section>`
}

type Button = readonly [command: string, label: string]

/** Returns the state of a dispute in words, after "dispute". */
function stateOf({ status }: Dispute): string {
  if (status === 'won') return 'decided for Renban'
  return status === 'lost' ? 'decided for the cardholder' : 'awaits the bank’s decision'
}

/** Returns the possible decisions of the bank, which may also reverse an earlier one. */
const decisions = ({ status }: Dispute): Button[] => [
  ...(status === 'won' ? [] : [['win', 'Decide for Renban'] as const]),
  ...(status === 'lost' ? [] : [['lose', 'Decide for the cardholder'] as const]),
]

const form = (page: string, name: string, value: string, buttons: Button[]): Html =>
  html`<form class="answers" method="post" action="${page}">
    <input type="hidden" name="${name}" value="${value}" />
    ${buttons.map(
      ([command, label], i) =>
        html`<button class="${i > 0 ? 'other' : ''}" name="do" value="${command}">
          ${label}
        </button>`,
    )}
  </form>`
