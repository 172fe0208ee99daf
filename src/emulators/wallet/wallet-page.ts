import type { ServerResponse } from 'node:http'
import { html, sendPage } from '#src/emulators/page.ts'

/** Sends the wallet's page, which FCL shows in a frame. It asks which account signs. */
export function sendWallet(res: ServerResponse, accounts: { address: string; name: string }[]) {
  sendPage(res, 200, {
    lang: 'en',
    title: 'Test wallet',
    css: STYLE,
    script: SCRIPT,
    body: html`<main>
      <h1>Test wallet</h1>
      <p id="asked" class="quiet">Waiting for the site that opened this wallet.</p>
      <ul hidden>
        ${accounts.map(
          ({ address, name }) =>
            html`<li>
              <button data-address="${address}">Sign as ${address}</button>
              <span class="quiet">${name}</span>
            </li>`,
        )}
      </ul>
      <button id="decline" class="other">Decline</button>
    </main>`,
  })
}

/** Speaks FCL's protocol: says that it is ready, receives what to sign, and answers. */
const SCRIPT = `
const site = new URLSearchParams(location.search).get('l6n') ?? location.origin
const tell = (message) => parent.postMessage(message, site)
const answer = (status, data = null, reason = null) =>
  tell({ type: 'FCL:VIEW:RESPONSE', f_type: 'PollingResponse', f_vsn: '1.0.0', status, reason, data })
let asked
addEventListener('message', ({ data, origin }) => {
  if (origin !== site || data?.type !== 'FCL:VIEW:READY:RESPONSE') return
  asked = data.body
  document.querySelector('#asked').textContent = asked.appIdentifier + ' asks for your signature.'
  document.querySelector('ul').hidden = false
})
for (const button of document.querySelectorAll('[data-address]'))
  button.addEventListener('click', async () => {
    const { address } = button.dataset
    const { appIdentifier, nonce } = asked
    const body = JSON.stringify({ address, appIdentifier, nonce })
    const response = await fetch('/dev/wallet/proofs', { method: 'POST', body })
    answer('APPROVED', await response.json())
  })
document.querySelector('#decline').addEventListener('click', () => answer('DECLINED', null, 'Declined'))
tell({ type: 'FCL:VIEW:READY' })
`

const STYLE = `
main { display: grid; gap: 20px; max-inline-size: 480px; margin-inline: auto; padding: 24px; }
ul { display: grid; gap: 16px; list-style: none; padding: 0; }
ul[hidden] { display: none; }
li { display: grid; gap: 4px; }
.quiet { color: var(--ink-2); font-size: 14px; }
`
