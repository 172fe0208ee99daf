import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { linkWallet } from './linked-wallet.shared.ts'

export type WalletProof = BodyOf<typeof linkWallet>
type Asked = Parameters<
  Parameters<typeof import('@onflow/fcl-core').initServiceRegistry>[0]['coreStrategies'][string]
>[0]

/** The wallet's page, and the network of its accounts. */
export interface Wallet {
  url: string
  network: 'mainnet' | 'testnet'
}
/** Names the element in which the wallet's page is shown. */
export interface WalletView {
  show: (src: string) => Promise<HTMLIFrameElement>
  /** Aborts if the reader closes the wallet. */
  signal: AbortSignal
}

/** FCL has one registry of ways to reach wallets for a page, so the view in use is kept here. */
let current: WalletView | undefined

/**
 * Has an external wallet sign our nonce, for this origin, in a frame of `view`. FCL is loaded on first
 * use. Refuses as `wallet_not_given`.
 */
export async function proveWallet(
  { url, network }: Wallet,
  nonce: string,
  view: WalletView,
): Promise<WalletProof> {
  const [{ getCurrentUser, initServiceRegistry }, { config }] = await Promise.all([
    import('@onflow/fcl-core'),
    import('@onflow/config'),
  ])
  current = view
  config({
    'logger.level': 0, // refusals are shown on the page, not in the console
    'flow.network': network,
    'discovery.wallet': url,
    'discovery.wallet.method': 'IFRAME/RPC',
    'app.detail.title': 'Renban',
    'app.detail.icon': `${location.origin}/favicon.svg`,
    'fcl.accountProof.resolver': async () => ({ nonce }),
  })
  initServiceRegistry({ coreStrategies: { 'IFRAME/RPC': askInFrame } })
  const nothing = { can: false, get: async () => null, put: async () => {} }
  const user = getCurrentUser({ platform: 'web', getStorageProvider: async () => nothing })
  const { services = [] } = await user.authenticate({ forceReauth: true })
  const proofs = services.filter(({ type }) => type === 'account-proof')
  const proof = proofs.map(({ data }) => data as WalletProof).find((one) => one.nonce === nonce)
  return proof ? proofIn(proof) : fail('wallet_not_given')
}

/** Returns the fields of a proof that the server knows; wallets add their own. */
const proofIn = ({ address, nonce, signatures }: WalletProof): WalletProof => ({
  address,
  nonce,
  signatures: signatures.map(({ f_type, f_vsn, addr, keyId, signature }) => ({
    f_type,
    f_vsn,
    addr,
    keyId,
    signature,
  })),
})

/** Asks the wallet in a frame, and returns its answer. Rejects if it declines. */
async function askInFrame({ service, body, config }: Asked): Promise<unknown> {
  const { buildMessageHandler, serviceEndpoint, VERSION } = await import('@onflow/fcl-core')
  const src = serviceEndpoint(service)
  const { params, data, type } = service
  const listening = new AbortController()
  let frame: HTMLIFrameElement | undefined
  const page = () => frame?.contentWindow ?? null
  try {
    return await new Promise((resolve, reject) => {
      const close = () => reject(new Error('The wallet was closed'))
      const send = (message: object) =>
        page()?.postMessage(JSON.parse(JSON.stringify(message)), src.origin)
      const handle = buildMessageHandler({
        send,
        close,
        getSource: page,
        onMessage: () => {},
        onCustomRpc: () => {},
        onReady: () =>
          send({
            type: 'FCL:VIEW:READY:RESPONSE',
            fclVersion: VERSION,
            body,
            config,
            service: { params, data, type },
          }),
        onResponse: ({ data: answer }) =>
          answer.status === 'APPROVED' ? resolve(answer.data) : close(),
      })
      window.addEventListener(
        'message',
        (event) => {
          if (event.source === page() && event.origin === src.origin) handle(event)
        },
        { signal: listening.signal },
      )
      current!.signal.addEventListener('abort', close)
      current!.show(src.href).then((shown) => void (frame = shown), reject)
    })
  } finally {
    listening.abort()
  }
}
