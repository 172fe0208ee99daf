import { createHmac } from 'node:crypto'
import type { Storage } from './storage.ts'

/** The place that segments are sent from, if not this server. */
export type DeliveryConfig = { from: 'storage' } | { from: 'cdn'; url: string; secret: string }

export interface Delivery {
  /** Signs the address of one stored file for a minute. */
  sign(key: string, now: Date): Promise<string>
  /** The origin of these addresses; the pages' content security policy must allow it. */
  origin: string
}

/** The seconds for which an address is valid; a CDN must apply the same. */
export const SIGNED_SECONDS = 60

/**
 * Opens a place that sends stored files to those who have a signed address: the storage itself, or
 * a CDN in front of it. Renban redirects to it after each check.
 */
export function openDelivery(config: DeliveryConfig, storage: Storage): Delivery {
  if (config.from === 'storage')
    return { sign: (key) => storage.signGet(key, SIGNED_SECONDS), origin: storage.publicOrigin }
  const base = new URL(config.url)
  const prefix = base.pathname.replace(/\/$/, '')
  return {
    async sign(key, now) {
      const path = `${prefix}/${key}`
      return `${base.origin}${path}?verify=${encodeURIComponent(proofOf(path, now, config.secret))}`
    },
    origin: base.origin,
  }
}

/**
 * Returns the proof that a CDN checks: the time in seconds and an HMAC-SHA256 in base64 over path
 * and time. Source: Cloudflare, "Configure token authentication" (`is_timed_hmac_valid_v0`).
 */
function proofOf(path: string, now: Date, secret: string): string {
  const seconds = Math.floor(now.getTime() / 1_000)
  const mac = createHmac('sha256', secret).update(`${path}${seconds}`).digest('base64')
  return `${seconds}-${mac}`
}
