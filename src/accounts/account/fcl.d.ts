/** The part of FCL that is used here. The packages come without types. */
declare module '@onflow/fcl-core' {
  interface Service {
    type: string
    endpoint: string
    params?: Record<string, string>
    data?: unknown
  }
  interface Asked {
    service: Service
    body: unknown
    config: unknown
  }
  interface Utils {
    send: (message: object) => void
    close: () => void
  }
  export const VERSION: string
  export const WalletUtils: {
    encodeAccountProof(proof: { address: string; nonce: string; appIdentifier: string }): string
    CompositeSignature: new (
      addr: string,
      keyId: number,
      signature: string,
    ) => { addr: string; keyId: number; signature: string }
  }
  export function initServiceRegistry(of: {
    coreStrategies: Record<string, (asked: Asked) => Promise<unknown>>
  }): void
  export function buildMessageHandler(
    of: Utils & {
      getSource: () => Window | null
      onReady: (event: MessageEvent) => void
      onResponse: (event: MessageEvent) => void
      onMessage: () => void
      onCustomRpc: () => void
    },
  ): (event: MessageEvent) => void
  export function serviceEndpoint(service: Service): URL
  export function getCurrentUser(of: {
    platform: string
    getStorageProvider: () => Promise<{
      can: boolean
      get: () => Promise<null>
      put: () => Promise<void>
    }>
  }): {
    authenticate(of: { forceReauth: boolean }): Promise<{
      services?: { type: string; data?: unknown }[]
    }>
  }
}
declare module '@onflow/config' {
  export function config(values: Record<string, unknown>): void
}
