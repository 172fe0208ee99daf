import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { type CardEvent, type NewCheckout, openCard } from '#src/integrations/card.ts'
import { openCardEmulator } from '#src/emulators/card/server.ts'

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002760003184',
}
export const SECRET = 'sk_test_shop'
export const WEBHOOK = 'whsec_new'
export const START = new Date('2030-01-01T00:00:00Z')
export const minutes = (count: number) => new Date(START.getTime() + count * 60_000)

/** Starts the card emulator on its own port, with a shop that receives its webhooks. */
export async function cardProvider(t: TestContext) {
  const clock = { now: START }
  const dir = mkdtempSync(join(tmpdir(), 'card-'))
  const shop = { answers: [] as number[], got: [] as CardEvent[] }
  const api = { host: '127.0.0.1', port: 0, protocol: 'http' as const }
  const origin = () => `http://127.0.0.1:${api.port}`
  const open = () =>
    openCardEmulator({
      dir,
      secretKey: SECRET,
      webhookSecret: WEBHOOK,
      webhookUrl: () => `${origin()}/shop`,
      pagePrefix: '/dev/card',
      publicUrl: origin,
      now: () => clock.now,
      firstRetry: 5,
    })
  let emulator = open()
  const listen = async (req: IncomingMessage, res: ServerResponse) => {
    const event = card.readWebhook(await buffer(req), String(req.headers['stripe-signature']))
    const status = shop.answers.shift() ?? 200
    if (event && status === 200) shop.got.push(event)
    res.writeHead(event ? status : 400).end()
  }
  const server = createServer((req, res) => {
    if (emulator.handle(req, res)) return
    void listen(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  api.port = (server.address() as AddressInfo).port
  const card = openCard({ secretKey: SECRET, webhookSecrets: [WEBHOOK, 'whsec_old'], api })
  const stripe = new Stripe(SECRET, { ...api, maxNetworkRetries: 0 })
  t.after(() => {
    emulator.close()
    server.closeAllConnections()
    server.close()
    rmSync(dir, { recursive: true })
  })

  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return {
    api,
    card,
    stripe,
    clock,
    shop,
    checkout: (more: Partial<NewCheckout> = {}) => card.createCheckout(wanted(more)),
    pay: (url: string, card_number: string) => post(url, { card_number }),
    answer: (url: string, answer: string) => post(`${url}/challenge`, { answer }),
    control: async (order: object): Promise<{ statuses: number[] }> => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(order)
      const response = await fetch(`${origin()}/dev/card/control`, {
        method: 'POST',
        headers,
        body,
      })
      return (await response.json()) as { statuses: number[] }
    },
    restart: () => {
      emulator.close()
      emulator = open()
    },
    /** Returns the types of the events that the shop received, once there are `count`. */
    eventTypes: async (count: number): Promise<string[]> => {
      for (let tries = 0; shop.got.length < count && tries < 400; tries++) await sleep(5)
      return shop.got.map(({ type }) => type).toSorted()
    },
  }
}

function wanted(more: Partial<NewCheckout>): NewCheckout {
  return {
    reference: 'purchase-1',
    amount: 1_400,
    title: 'Last Train to Nemuro, No. 7 of 100',
    email: 'mika@example.jp',
    lang: 'en',
    successUrl: 'http://127.0.0.1:9/paid?at={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://127.0.0.1:9/back?a=1&b=2',
    expiresAt: minutes(31),
    note: 'We hold No. 7 for 15 minutes.',
    metadata: { kind: 'purchase' },
    ...more,
  }
}
