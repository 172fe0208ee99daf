import type { InputOf } from '#core/http/endpoint.ts'
import type { logIn } from '#src/accounts/account/account.shared.ts'
import { beginMoveBack, moveBack } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { openBrowser } from './browser.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

export type Proof = InputOf<typeof logIn>

/** The accounts of the wallet emulator, with their kinds of keys. */
export const ONE_KEY = '0x351c8f4230ef4194'
export const EARLY_KEY = '0x2348ea71a9eb4bf5'
export const TWO_KEYS = '0xc72f53acb8114b2a'

interface Signing {
  address: string
  nonce: string
  /** The site that asks, as FCL names it. */
  origin: string
}

/** Has a wallet of the emulator sign a nonce, as its page does. */
export async function signWith({ address, nonce, origin }: Signing, site = origin): Promise<Proof> {
  const body = JSON.stringify({ address, appIdentifier: site, nonce })
  const response = await fetch(`${origin}/dev/wallet/proofs`, { method: 'POST', body })
  const { services } = (await response.json()) as { services: { type: string; data: Proof }[] }
  const proof = services.find(({ type }) => type === 'account-proof')!.data
  return { address: proof.address, nonce: proof.nonce, signatures: proof.signatures }
}

type Here = Pick<TestApp, 'app' | 'clock' | 'config' | 'url'>

/** Links a wallet to a person's account, as the form does, and returns its id. */
export async function linkWalletOf({ app, clock }: Here, who: Person, address = ONE_KEY) {
  const row = { account_id: who.account_id, address, created_at: clock.now.toISOString() }
  const linked = await app.db
    .insertInto('linked_wallet')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return linked.id
}

/** Opens a person's browser, whose wallet moves copies back. */
export function walletBrowser({ url, config }: Here, who: Person) {
  const browser = openBrowser(url)
  browser.jar.set('session', who.token)
  const { origin } = new URL(config.publicUrl)
  const begin = async (id: string) => (await browser.call(beginMoveBack, { id })).body.nonce
  const prove = async (id: string, address = ONE_KEY) =>
    signWith({ address, nonce: await begin(id), origin })
  const moveBackFrom = async (id: string, asset_token_ids: string[], address = ONE_KEY) =>
    browser.call(moveBack, { id, asset_token_ids, proof: await prove(id, address) })
  return { ...browser, prove, moveBackFrom }
}
