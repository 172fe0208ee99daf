import type { ServerResponse } from 'node:http'
import { type Html, html, sendPage } from '#src/emulators/page.ts'
import type { BankError } from './bank-error.ts'
import type { Received, Store } from './store.ts'
import { type Answer, readTransfers, totalOf, type Transfer } from './transfer-file.ts'

export const BANK = '/dev/bank'
const SHOWN = 50 // files
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'medium',
  timeStyle: 'short',
})
const ANSWERS: [answer: Answer, verb: string, done: string, inJapanese: string][] = [
  ['settle', 'Pay', 'Paid', '振込済'],
  ['reject', 'Reject', 'Rejected', '不能'],
  ['bounce', 'Return', 'Returned', '組戻'],
]

/** Sends the front page: a form for a new file, and the received files, newest first. */
export function sendFront(res: ServerResponse, store: Store) {
  const files = [...store.files.values()].toReversed().slice(0, SHOWN)
  send(
    res,
    200,
    html`<h1>Test bank</h1>
      <p class="quiet">
        Upload a transfer file (総合振込), choose a result for each transfer, and download the
        result file. No money moves.
      </p>
      <form class="upload" method="post" action="${BANK}/files" enctype="multipart/form-data">
        <label for="file">Transfer file</label>
        <input id="file" name="file" type="file" required />
        <button>Upload the file</button>
      </form>
      ${files.length === 0 && html`<p class="quiet">No files yet. Files you upload appear here.</p>`}
      <ul>
        ${files.map((file) => entry(file, store.bytesOf(file.id)))}
      </ul>`,
  )
}

function entry({ id, received_at, answers }: Received, bytes: Buffer): Html {
  const { transfers } = readTransfers(bytes)
  return html`<li>
    <a href="${BANK}/files/${id}">${summaryOf(transfers)}</a>
    <span class="quiet"
      >Received ${time(received_at)}. Results chosen: ${answers.size} of ${transfers.length}.</span
    >
  </li>`
}

/** Sends the page of a file: its transfers with their answers, and the result file once all are answered. */
export function sendFile(res: ServerResponse, file: Received, bytes: Buffer) {
  const { id, received_at, answers } = file
  const { client, date, transfers } = readTransfers(bytes)
  const open = transfers.length - answers.size
  send(
    res,
    200,
    html`<p><a href="${BANK}">Back to all files</a></p>
      <h1>${summaryOf(transfers)}</h1>
      <p class="quiet">
        From <span lang="ja">${client}</span>. Transfer date (MM-DD):
        ${date.slice(0, 2)}-${date.slice(2)}. Received ${time(received_at)}.
      </p>
      <form method="post" action="${BANK}/files/${id}/answers">
        <div class="next">
          ${open > 0 && html`<button name="all" value="settle">${open === 1 ? 'Pay the last transfer' : `Pay all ${open} remaining transfers`}</button>`}
          ${open === 0 && html`<a class="result" href="${BANK}/files/${id}/result">Download the result file</a>`}
        </div>
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th>Reference</th>
                <th>Bank, branch, account</th>
                <th>Holder</th>
                <th class="amount">Amount</th>
                <th>Result</th>
              </tr>
            </thead>
            <tbody>
              ${transfers.map((transfer) => row(transfer, answers.get(transfer.reference)))}
            </tbody>
          </table>
        </div>
      </form>`,
  )
}

function row(
  { reference, bank, branch, account, holder, amount }: Transfer,
  chosen?: Answer,
): Html {
  return html`<tr id="t${reference}">
    <td>${reference}</td>
    <td>${bank} ${branch} ${account}</td>
    <td lang="ja">${holder}</td>
    <td class="amount">${yen.format(amount)}</td>
    <td>
      <div class="words">${ANSWERS.map((answer) => button(reference, answer, chosen))}</div>
    </td>
  </tr>`
}

function button(
  reference: number,
  [answer, verb, done, inJapanese]: (typeof ANSWERS)[number],
  chosen?: Answer,
) {
  const isChosen = answer === chosen
  return html`<button
    class="${isChosen ? '' : 'other'}"
    name="${reference}"
    value="${answer}"
    aria-label="${isChosen ? done : verb}: transfer ${reference}"
    title="${inJapanese}"
  >
    ${isChosen ? done : verb}
  </button>`
}

/** Sends the page of a refused request, with the reason. */
export function sendError(res: ServerResponse, { status, message }: BankError) {
  send(
    res,
    status,
    html`<h1>The bank could not accept this</h1>
      <p>${message}</p>
      <p><a href="${BANK}">Back to all files</a></p>`,
  )
}

const time = (at: string) => html`<time datetime="${at}">${clock.format(new Date(at))} (JST)</time>`

const summaryOf = (transfers: Transfer[]) =>
  `${transfers.length} ${transfers.length === 1 ? 'transfer' : 'transfers'}, ${yen.format(totalOf(transfers))}`

const send = (res: ServerResponse, status: number, body: Html) =>
  sendPage(res, status, { lang: 'en', title: 'Test bank', css, body: html`<main>${body}</main>` })

const css = `
main {
  max-inline-size: 960px; margin-inline: auto; padding: 32px 16px 72px;
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px;
}
.quiet { color: var(--ink-2); font-size: 14px; }
.upload { display: grid; grid-template-columns: 1fr auto; gap: 6px 12px; margin-block: 12px; }
label { grid-column: 1 / -1; font-size: 14px; font-weight: 600; }
input { padding-block: 10px; }
ul { list-style: none; padding: 0; }
li { border-block-start: 1px solid var(--line); padding-block: 16px; display: grid; gap: 4px; }
.next { margin-block: 8px 20px; }
.result {
  display: inline-block; padding: 11px 20px; font-weight: 600; text-decoration: none;
  color: var(--paper); background: var(--ink); border-radius: 2px;
}
.wide { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; overflow-wrap: normal; }
th { text-align: start; font-size: 14px; }
th, td { padding: 10px 16px 10px 0; border-block-end: 1px solid var(--line); white-space: nowrap; }
.amount { text-align: end; }
.words { display: flex; gap: 8px; }
.words button { block-size: 40px; padding-inline: 12px; }
tr:target { background: var(--well); }
@media (min-width: 860px) { main { padding-block-start: 56px; } }
`
