import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Markup that is safe to send: everything inserted was escaped or is markup itself. */
export interface Html {
  markup: string
}
type Slot = string | number | Html | Html[] | false | null | undefined

const BODY_BYTES_MAX = 1_000_000
const ESCAPES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }))

/** Builds markup from a template literal and escapes every value that is not markup. */
export function html(parts: TemplateStringsArray, ...slots: Slot[]): Html {
  return { markup: String.raw({ raw: parts }, ...slots.map(markupOf)) }
}

function markupOf(slot: Slot): string {
  if (slot === false || slot === null || slot === undefined) return ''
  if (Array.isArray(slot)) return slot.map(markupOf).join('')
  if (typeof slot === 'object') return slot.markup
  return String(slot).replace(/[&<>"]/g, (sign) => ESCAPES.get(sign)!)
}

/**
 * Sends a page without resources. `formsTo` lists origins that its forms may redirect to. `frames`
 * allows frames of the same origin, and `script` is a module of a page that may be in such a frame.
 */
export function sendPage(
  res: ServerResponse,
  status: number,
  page: {
    lang: string
    title: string
    css: string
    head?: Html
    body: Html
    formsTo?: string[]
    frames?: boolean
    script?: string
  },
) {
  const css = TOKENS + page.css
  const style = { markup: `<style>${css}</style>` }
  const script = page.script && { markup: `<script type="module">${page.script}</script>` }
  const forms = ["'self'", ...(page.formsTo ?? [])].join(' ')
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      `default-src 'none'; style-src '${hashOf(css)}'; form-action ${forms}; ` +
      (page.frames ? "frame-src 'self'; " : '') +
      (page.script ? `script-src '${hashOf(page.script)}'; connect-src 'self'; ` : '') +
      `base-uri 'none'; frame-ancestors ${page.script ? "'self'" : "'none'"}`,
  })
  const { markup } = html`<!doctype html>
    <html lang="${page.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        ${page.head} ${style}
      </head>
      <body>
        ${page.body} ${script}
      </body>
    </html>`
  res.end(markup)
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Sends a JSON answer. */
export function sendJson(res: ServerResponse, status: number, body: unknown, headers = {}) {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  res.end(JSON.stringify(body))
}

/** Redirects with 303 after a form, so that a reload does not submit it again. */
export function seeOther(res: ServerResponse, location: string) {
  res.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

/** Reads the whole body as text. Throws if it exceeds a megabyte. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const bytes = await readAtMost(req, BODY_BYTES_MAX)
  if (!bytes) throw new Error('body too large')
  return bytes.toString('utf8')
}

/**
 * Reads the whole body. Stops and returns undefined once it has more than `bytesMax` bytes. Emulators
 * import nothing of the program, so this is not the function of core/http.
 */
export async function readAtMost(
  req: IncomingMessage,
  bytesMax: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const TOKENS = `
:root {
  color-scheme: light dark;
  --paper: #f1f1ed; --sheet: #fbfbf9; --well: #e6e6e0; --ink: #17171b; --ink-2: #4d4d54;
  --line: #d6d6cf; --line-2: #85858a; --bad: #97144a; --bad-wash: #f6e0e8;
  --warn: #7a4f00; --warn-wash: #f4e8cd; --ok: #1d6546; --ok-wash: #dfece4; --focus: #1a4fd6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121215; --sheet: #1b1b1f; --well: #26262b; --ink: #eeede8; --ink-2: #bcbbb9;
    --line: #303036; --line-2: #77767d; --bad: #f58bb0; --bad-wash: #371a26;
    --warn: #e3b25a; --warn-wash: #322814; --ok: #7cc7a0; --ok-wash: #1a2d24; --focus: #8fb0ff;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--paper); color: var(--ink);
  font: 400 16px/1.5 Archivo, system-ui, 'Hiragino Sans', 'Noto Sans JP', sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
:lang(ja) { line-break: strict; word-break: auto-phrase; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
a { color: inherit; text-underline-offset: 3px; }
h1 { font-size: 20px; line-height: 1.25; font-weight: 650; text-wrap: balance; }
input {
  inline-size: 100%; block-size: 48px; padding-inline: 12px; font: inherit; color: inherit;
  background: var(--sheet); border: 1px solid var(--line-2); border-radius: 2px;
}
::placeholder { color: var(--ink-2); opacity: .8; }
button {
  block-size: 48px; padding-inline: 20px; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--paper); background: var(--ink); border: 1px solid var(--ink); border-radius: 2px;
}
button.other { color: var(--ink); background: transparent; }
`
