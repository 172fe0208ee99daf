import { z } from 'zod'
import { Unreachable } from '#core/errors.ts'
import { readAtMost } from '#core/http/read-at-most.ts'

export interface FlowConfig {
  network: 'mainnet' | 'testnet'
  /** The address of an access node's REST API, without a path. */
  accessUrl: string
  /** The page of the wallet that FCL opens (`discovery.wallet`). */
  walletUrl: string
}
export type Flow = ReturnType<typeof openFlow>

/** A key of an account on the chain. `public_key` is X and Y in hex. */
export interface FlowKey {
  index: number
  public_key: string
  sign_algo: (typeof SIGN_ALGOS)[number]
  hash_algo: (typeof HASH_ALGOS)[number]
  weight: number
  revoked: boolean
}

const TIMEOUT_MS = 5_000
const BYTES_MAX = 1_000_000
const SIGN_ALGOS = ['ECDSA_P256', 'ECDSA_secp256k1'] as const
const HASH_ALGOS = ['SHA2_256', 'SHA3_256'] as const

const wholeNumber = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
const account = z.object({
  keys: z
    .array(
      z.object({
        index: wholeNumber,
        public_key: z.string().regex(/^0x[0-9a-f]{2,400}$/i),
        signing_algorithm: z.string(),
        hashing_algorithm: z.string(),
        weight: wholeNumber,
        revoked: z.boolean(),
      }),
    )
    .nullish(),
})

/** Opens a client of a Flow access node (REST, v1), and names the wallet that browsers open. */
export function openFlow({ network, accessUrl, walletUrl }: FlowConfig) {
  return {
    network,
    wallet: { url: walletUrl, origin: new URL(walletUrl).origin, network },
    /**
     * Returns the keys of an account as of the last sealed block; none if there is no such account.
     * Throws `Unreachable` if the node does not tell.
     */
    async keysOf(address: string): Promise<FlowKey[]> {
      const path = `/v1/accounts/${address}?block_height=sealed&expand=keys`
      return readKeys(await fetchJson(accessUrl + path))
    },
  }
}

async function fetchJson(url: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { accept: 'application/json' }
    const response = await fetch(url, { signal, redirect: 'error', headers })
    if (!response.ok) await response.body?.cancel() // or its connection stays open
    if (response.status === 404) return {}
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`)
    const bytes = await readAtMost(response.body, BYTES_MAX)
    if (!bytes) throw new Error('its answer is too large')
    return JSON.parse(bytes.toString())
  } catch (cause) {
    throw new Unreachable('the access node does not tell the keys', { cause })
  }
}

/** Returns the keys that can sign proofs; a chain has other kinds, for its nodes. */
function readKeys(answer: unknown): FlowKey[] {
  const { data, error } = account.safeParse(answer)
  if (!data) throw new Unreachable('the access node’s answer is not known', { cause: error })
  return (data.keys ?? []).flatMap(({ signing_algorithm, hashing_algorithm, ...key }) => {
    const sign_algo = SIGN_ALGOS.find((name) => name === signing_algorithm)
    const hash_algo = HASH_ALGOS.find((name) => name === hashing_algorithm)
    if (!sign_algo || !hash_algo) return []
    const { index, weight, revoked } = key
    return [{ index, weight, revoked, public_key: key.public_key.slice(2), sign_algo, hash_algo }]
  })
}
