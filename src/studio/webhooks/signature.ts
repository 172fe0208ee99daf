import { createHmac } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { ROTATION_HOURS } from './webhook.shared.ts'

/** What the secrets of a webhook follow from. */
interface Signer {
  id: string
  version: number
  rotated_at: string | null
}

const PREFIX = 'whsec_'

const keyOf = (secret: string, id: string, version: number) =>
  Buffer.from(keyedHash(secret, 'webhook', id, String(version)), 'hex')

/** Returns the secret with which a webhook's messages are signed, as its owner sees it. */
export const secretOf = (secret: string, { id, version }: Signer) =>
  PREFIX + keyOf(secret, id, version).toString('base64')

/**
 * Returns the headers of a message (standardwebhooks.com). For a day after a rotation it is signed with
 * the former secret, too.
 */
export function signedHeaders(
  secret: string,
  webhook: Signer,
  { id, body, now }: { id: string; body: string; now: Date },
) {
  const { version, rotated_at } = webhook
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const isBoth =
    rotated_at !== null && addSeconds(new Date(rotated_at), ROTATION_HOURS * HOUR_SECONDS) > now
  const signatures = (isBoth ? [version, version - 1] : [version]).map((one) => {
    const hmac = createHmac('sha256', keyOf(secret, webhook.id, one))
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
