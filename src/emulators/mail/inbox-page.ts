import type { ServerResponse } from 'node:http'
import { html, sendPage } from '#src/emulators/page.ts'
import { type Mail } from './server.ts'

const SHOWN = 50 // mails
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/**
 * Sends the inbox page: all mails, or those to one address, newest first. The page reloads itself,
 * less often without an address, because somebody may be typing one.
 */
export function sendInbox(res: ServerResponse, mails: Mail[], to: string) {
  const body = html`<main>
    <header>
      <h1>Test inbox</h1>
      <p class="quiet">Emails from Renban. Nothing leaves this machine.</p>
      <form>
        <label for="to">Email address</label>
        <input id="to" name="to" type="search" value="${to}" placeholder="mika@example.jp" />
        <button>Show emails</button>
      </form>
    </header>
    ${mails.length === 0 && html`<p class="none">No emails${to && html` for ${to}`} yet. New ones appear automatically.</p>`}
    ${mails.slice(0, SHOWN).map(article)}
  </main>`
  const head = html`<meta http-equiv="refresh" content="${to ? 5 : 15}" />`
  const title = to ? `${to} – Test inbox` : 'Test inbox'
  sendPage(res, 200, { lang: 'en', title, css, head, body, frames: true })
}

/** Sends the HTML part of a mail, which may neither run scripts nor load anything. */
export function sendHtmlPart(res: ServerResponse, markup: string | null | undefined) {
  res.writeHead(markup ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  })
  res.end(markup ?? '')
}

function article({ to, from, subject, text, html: markup, code, received_at, message_id }: Mail) {
  return html`<article>
    <h2>${subject || 'No subject'}</h2>
    <p class="quiet">
      To <a href="/dev/inbox?to=${encodeURIComponent(to)}">${to}</a>, from ${from},
      <time datetime="${received_at}">${clock.format(new Date(received_at))} (JST)</time>
    </p>
    ${code !== null && html`<p class="code">${code}</p>`}
    <div class="parts">
      <p class="text">${text}</p>
      ${
        markup &&
        html`<iframe
          title="Formatted email"
          sandbox
          loading="lazy"
          src="/dev/inbox.html?id=${encodeURIComponent(message_id)}"
        ></iframe>`
      }
    </div>
  </article>`
}

const css = `
main { max-inline-size: 1200px; margin-inline: auto; padding: 32px 16px 72px; }
.quiet, time { color: var(--ink-2); font-size: 14px; }
form { display: grid; max-inline-size: 720px; grid-template-columns: 1fr auto; gap: 6px 12px; margin-block: 20px 32px; }
label { grid-column: 1 / -1; font-size: 14px; font-weight: 600; }
article { border-block-start: 1px solid var(--line); padding-block: 24px; display: grid; gap: 8px; }
h2 { font-size: 16px; font-weight: 650; line-height: 1.35; }
.code {
  inline-size: fit-content; padding: 4px 16px; background: var(--well); user-select: all;
  font-size: 40px; line-height: 1.2; font-weight: 700; letter-spacing: .08em; font-stretch: 62%;
}
.text { white-space: pre-wrap; max-inline-size: 66ch; }
iframe { inline-size: 100%; block-size: 480px; border: 1px solid var(--line); resize: vertical; }
.none { border-block-start: 1px solid var(--line); padding-block: 24px; color: var(--ink-2); }
.parts { display: grid; gap: 24px; }
@media (min-width: 860px) {
  main { padding-block-start: 56px; }
  .parts { grid-template-columns: 1fr 1fr; align-items: start; }
}
`
