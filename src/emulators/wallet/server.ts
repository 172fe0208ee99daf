import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '#src/emulators/page.ts'
import { openAccounts } from './accounts.ts'
import { sendWallet } from './wallet-page.ts'

export const WALLET = '/dev/wallet'
export const ACCESS = '/dev/flow'
const ACCOUNT = new RegExp(`^${ACCESS}/v1/accounts/(0x[0-9a-f]{16})$`)

/** Describes what FCL asks a wallet to sign (account proof). */
const asked = z.object({
  address: z.string(),
  appIdentifier: z.string().min(1),
  nonce: z.string().regex(/^[0-9a-f]{64,}$/),
})

/**
 * Emulates a Flow wallet and an access node. The wallet's page speaks FCL's protocol for frames
 * (`IFRAME/RPC`); the access node tells accounts with their keys (REST, v1).
 */
export function openWalletEmulator({ dir }: { dir: string }) {
  const accounts = openAccounts(dir)
  return {
    /** Returns false for other paths. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const [path = ''] = request.url?.split('?') ?? []
      const address = ACCOUNT.exec(path)?.[1]
      if (address) sendAccount(response, accounts.find(address))
      else if (path === WALLET) sendWallet(response, accounts.names)
      else if (path === `${WALLET}/proofs` && request.method === 'POST')
        void sendProof(request, response).catch(() => sendJson(response, 400, {}))
      else return false
      return true
    },
  }

  function sendAccount(response: ServerResponse, account: object | undefined) {
    if (account) sendJson(response, 200, account)
    else sendJson(response, 404, { code: 404, message: 'Flow resource not found' })
  }

  /** Signs an account proof, and sends what a wallet answers to FCL. FCL itself encodes the message. */
  async function sendProof(request: IncomingMessage, response: ServerResponse) {
    const { address, appIdentifier, nonce } = asked.parse(JSON.parse(await readBody(request)))
    const { WalletUtils } = await import('@onflow/fcl-core')
    const message = WalletUtils.encodeAccountProof({ address, nonce, appIdentifier })
    const signatures = accounts
      .sign(address, Buffer.from(message, 'hex'))
      .map(
        ({ addr, keyId, signature }) => new WalletUtils.CompositeSignature(addr, keyId, signature),
      )
    const data = { f_type: 'account-proof', f_vsn: '2.0.0', address, nonce, signatures }
    sendJson(response, 200, {
      f_type: 'AuthnResponse',
      f_vsn: '1.0.0',
      addr: address,
      services: [
        { ...service('authn', address), id: address, identity: { address } },
        { ...service('account-proof', address), data },
      ],
    })
  }
}

const service = (type: string, address: string) => ({
  f_type: 'Service',
  f_vsn: '1.0.0',
  type,
  method: 'DATA',
  uid: `renban-test-wallet#${type}`,
  id: address,
  provider: { address: null, name: 'Test wallet' },
})
