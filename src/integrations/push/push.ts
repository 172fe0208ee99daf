import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { postForStatus } from '#core/http/post-status.ts'

export interface PushConfig {
  /** VAPID keys (RFC 8292), in base64url. */
  publicKey: string
  privateKey: string
  /** Tells push services where to reach the operator: a `mailto:` or `https:` address. */
  subject: string
  /** True to send to any address, as in development; otherwise to the browsers' own services only. */
  toAnyHost: boolean
}
/** A browser that shows notifications, as its push service knows it. */
export interface PushAddress {
  endpoint: string
  /** The browser's public key and secret (RFC 8291), in base64url. */
  p256dh: string
  auth: string
}
interface Message {
  /** The payload: it is encrypted for the browser, so the push service cannot read it. */
  text: string
  /** Replaces a message with the same topic that the service still keeps: 32 characters of base64url at most. */
  topic: string
  isUrgent: boolean
}
export type Push = ReturnType<typeof openPush>

/** The push services of Chrome, Firefox, Safari and Edge. Other Chromium browsers use the first. */
const HOST = 'fcm.googleapis.com'
const DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']
const KEEP_SECONDS = DAY_SECONDS // for a browser that is not running
const GONE = [404, 410] // RFC 8030, 7.3

/** Opens a client of the browsers' push services (RFC 8030). */
export function openPush({ publicKey, privateKey, subject, toAnyHost }: PushConfig) {
  /** Tells if an address belongs to a browser's push service. */
  function accepts(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (!url || url.username || url.password) return false
    if (toAnyHost) return url.protocol === 'https:' || url.protocol === 'http:'
    const isVendors = url.hostname === HOST || DOMAINS.some((one) => url.hostname.endsWith(one))
    return url.protocol === 'https:' && url.port === '' && isVendors
  }

  return {
    publicKey,
    accepts,
    /**
     * Sends a message. Returns `gone` if the browser has given up its subscription. Throws if the service
     * cannot be reached or refuses. Follows no redirect, and does not read the reply's body.
     */
    async send(to: PushAddress, { text, topic, isUrgent }: Message): Promise<'sent' | 'gone'> {
      if (!accepts(to.endpoint)) return 'gone'
      const keys = { p256dh: to.p256dh, auth: to.auth }
      const details = webPush.generateRequestDetails({ endpoint: to.endpoint, keys }, text, {
        vapidDetails: { subject, publicKey, privateKey },
        contentEncoding: 'aes128gcm',
        TTL: KEEP_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      })
      const url = new URL(to.endpoint)
      const { headers, body } = details
      const status = await postForStatus(url, { headers, body, onlyPublic: !toAnyHost })
      if (GONE.includes(status)) return 'gone'
      if (status < 200 || status > 299)
        throw new Error(`${url.hostname} answers ${status} to a push`)
      return 'sent'
    },
  }
}

/** Tells if a browser's public key is a point of the curve P-256, so that messages can be encrypted for it. */
export function isPushKey(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    return own.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}
