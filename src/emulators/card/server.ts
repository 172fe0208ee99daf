import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '#src/emulators/page.ts'
import { serveApi } from './api.ts'
import { expireOverdue } from './checkout.ts'
import { serveControl } from './control.ts'
import { serveDashboard } from './dashboard.ts'
import { servePages } from './pages.ts'
import { type Provider, openStore } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export interface CardEmulatorConfig {
  dir: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string | (() => string)
  pagePrefix: '/dev/card'
  publicUrl: () => string // the address of this server for browsers, such as http://127.0.0.1:3000
  now?: () => Date
  firstRetry?: number // ms until a failed delivery is retried
}

const SWEEP_EVERY = 1_000 // ms

/**
 * Emulates the card provider: its API under `/v1`, its payment pages and the controls for tests under
 * `pagePrefix`, and signed events sent to the shop. Runs inside another server: `handle` returns
 * false for other requests. The data is in `dir` and survives a killed process.
 */
export function openCardEmulator(config: CardEmulatorConfig) {
  const { secretKey, webhookUrl, webhookSecret, pagePrefix, publicUrl } = config
  const { now = () => new Date(), firstRetry = 1_000 } = config
  const seconds = () => Math.floor(now().getTime() / 1000)
  const store = openStore(config.dir, seconds())
  const provider: Provider = {
    store,
    unanswered: new Set(),
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
    expireOverdue(provider)
    webhooks.wake()
  }, SWEEP_EVERY).unref()
  webhooks.wake()

  async function serve(req: IncomingMessage, res: ServerResponse, path: string) {
    if (path.startsWith('/v1/')) await serveApi(provider, secretKey, req, res)
    else if (path.startsWith(`${pagePrefix}/control`))
      await serveControl(provider, webhooks, req, res)
    else if (path === `${pagePrefix}/desk`) await serveDashboard(provider, path, req, res)
    else await servePages(provider, pagePrefix, req, res)
    webhooks.wake()
  }

  return {
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const { pathname } = new URL(req.url ?? '/', 'http://card')
      if (!pathname.startsWith('/v1/') && !pathname.startsWith(`${pagePrefix}/`)) return false
      serve(req, res, pathname).catch((error: unknown) => {
        console.error(error)
        if (res.headersSent) res.destroy()
        else sendJson(res, 500, { error: { type: 'api_error', message: 'The emulator failed.' } })
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
