import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '#src/emulators/page.ts'
import { serveApi } from './api.ts'
import { expireOverdue } from './checkout.ts'
import { serveControl } from './control.ts'
import { serveDesk } from './desk.ts'
import { servePages } from './pages.ts'
import { type Desk, openStore } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export interface CardEmulatorConfig {
  dir: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string | (() => string)
  pagePrefix: '/dev/card'
  publicUrl: () => string // where a browser finds this server, as http://127.0.0.1:3000
  now?: () => Date
  firstRetry?: number // ms until an event that was not taken is brought again
}

const SWEEP_EVERY = 1_000 // ms

/**
 * Plays the card provider: its API under `/v1`, its payment pages and the controls of tests under
 * `pagePrefix`, and signed events to the shop. It lives inside a server that hands it requests:
 * `handle` says whether a request was its own. All it knows is in `dir`, safe from a killed process.
 */
export function openCardEmulator(config: CardEmulatorConfig) {
  const { secretKey, webhookUrl, webhookSecret, pagePrefix, publicUrl } = config
  const { now = () => new Date(), firstRetry = 1_000 } = config
  const seconds = () => Math.floor(now().getTime() / 1000)
  const store = openStore(config.dir, seconds())
  const desk: Desk = {
    store,
    seconds,
    pageUrl: (id) => `${publicUrl()}${pagePrefix}/pay/${id}`,
  }
  const webhooks = openWebhooks({
    store,
    url: typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl,
    secret: webhookSecret,
    firstRetry,
  })
  const sweep = setInterval(() => {
    expireOverdue(desk)
    webhooks.wake()
  }, SWEEP_EVERY).unref()
  webhooks.wake()

  async function serve(req: IncomingMessage, res: ServerResponse, path: string) {
    if (path.startsWith('/v1/')) await serveApi(desk, secretKey, req, res)
    else if (path.startsWith(`${pagePrefix}/control`)) await serveControl(desk, webhooks, req, res)
    else if (path === `${pagePrefix}/desk`) await serveDesk(desk, path, req, res)
    else await servePages(desk, pagePrefix, req, res)
    webhooks.wake()
  }

  return {
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const { pathname } = new URL(req.url ?? '/', 'http://card')
      if (!pathname.startsWith('/v1/') && !pathname.startsWith(`${pagePrefix}/`)) return false
      serve(req, res, pathname).catch((error: unknown) => {
        console.error(error)
        if (res.headersSent) res.destroy()
        else sendJson(res, 500, { error: { type: 'api_error', message: 'Stand-in failed.' } })
      })
      return true
    },
    close() {
      clearInterval(sweep)
      webhooks.close()
      store.close()
    },
  }
}
