import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openCardEmulator } from '#src/emulators/card/server.ts'
import { CARD_WEBHOOK } from '#src/emulators.ts'
import type { Ends } from './engine.ts'

const KEYS = { secretKey: 'sk_test_proof', webhookSecret: 'whsec_proof' }

/**
 * Runs the emulator of the card provider in this process: the only vendor without an engine to install.
 * Its events go to the shop through the proxy. Returns its address and its environment.
 */
export async function openCard(ends: Ends, folder: string, shop: string) {
  const dir = join(folder, 'card')
  mkdirSync(dir)
  let url = ''
  const card = openCardEmulator({
    dir,
    ...KEYS,
    webhookUrl: shop + CARD_WEBHOOK,
    pagePrefix: '/dev/card',
    publicUrl: () => url,
  })
  const server = createServer((request, response) => {
    if (!card.handle(request, response)) response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ends.after(() => {
    card.close()
    server.close().closeAllConnections()
  })
  return {
    url,
    env: {
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: url,
    },
  }
}
