import { createCipheriv, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The licence systems of vendors. */
export type LicenceSystem = 'widevine' | 'playready' | 'fairplay'

/** The settings of the licence provider. Source: Axinom DRM, "Acquire credentials". */
export interface LicenceConfig {
  /** The id of the communication key, and its 32 bytes in base64. */
  keyId: string
  key: string
  /** The address of the licence service of each system that is offered. */
  urls: Partial<Record<LicenceSystem, string>>
  /** The path of the FairPlay certificate (DER), which Apple issues to each operator. */
  fairPlayCertificate?: string | undefined
  /** True if films and songs must not play with keys that the browser sees. */
  isRequired?: boolean
}

/** The terms of a licence: its permissions and its end. */
export interface Entitled {
  /** The keys with their ids (UUIDs), and the IV that FairPlay receives with each. */
  keys: { id: string; key: Buffer; iv: Buffer; of: 'video' | 'audio' }[]
  now: Date
  /** The end of the token; a licence must be requested before. */
  tokenUntil: Date
  /** The end of the licence. */
  licenceUntil: Date
  /** True for a licence that a device may store. */
  persistent: boolean
}
export type Licences = ReturnType<typeof openLicences>

const EARLY_MS = 60_000 // the provider's clock may be behind
const RENEWAL_SECONDS = { renewal_delay: 300, renewal_recovery: 60, renewal_retry_interval: 10 }

/**
 * The rules for the outputs of a device, by the kind of track. Source: Axinom DRM, "Content Key
 * Usage Policies".
 */
const POLICIES = [
  {
    name: 'video',
    widevine: { device_security_level: 'SW_SECURE_DECODE', 'cgms-a': 'never' },
    playready: { min_device_security_level: 2_000, uncompressed_digital_video_opl: 270 },
    fairplay: { hdcp: 'TYPE0', allow_airplay: true, allow_av_adapter: true },
  },
  {
    name: 'audio',
    widevine: { device_security_level: 'SW_SECURE_CRYPTO' },
    playready: { min_device_security_level: 2_000 },
    fairplay: { hdcp: 'NOT_REQUIRED', allow_airplay: true, allow_av_adapter: true },
  },
]

/**
 * Opens the licence provider, Axinom DRM. Players request licences from it directly. It knows
 * nothing of our titles: the token that they send carries the entitlement and, encrypted, the keys.
 */
export function openLicences(config: LicenceConfig) {
  const { keyId, key, urls, fairPlayCertificate, isRequired = false } = config
  const secret = Buffer.from(key, 'base64')
  const certificate = fairPlayCertificate ? readFileSync(fairPlayCertificate) : undefined
  return {
    urls,
    isRequired,
    systems: Object.keys(urls) as LicenceSystem[],
    /** The origins that players request licences from. */
    origins: [...new Set(Object.values(urls).map((url) => new URL(url).origin))],
    /** The FairPlay certificate, if FairPlay is offered. */
    certificate,

    /**
     * Returns the token for a licence: a License Service Message with an Entitlement Message of
     * version 2, as a JWT with HS256. Returns its id, too.
     */
    sign(entitled: Entitled): { id: string; token: string } {
      const id = randomUUID()
      const message = {
        version: 1,
        id,
        com_key_id: keyId,
        begin_date: new Date(entitled.now.getTime() - EARLY_MS).toISOString(),
        expiration_date: entitled.tokenUntil.toISOString(),
        message: entitlement(entitled, secret),
      }
      return { id, token: jwt(message, secret) }
    },
  }
}

function entitlement({ keys, licenceUntil, persistent }: Entitled, secret: Buffer) {
  return {
    type: 'entitlement_message',
    version: 2,
    license: {
      expiration_datetime: licenceUntil.toISOString(),
      allow_persistence: persistent,
      fairplay: { real_time_expiration: true },
      playready: { real_time_expiration: true },
      // A stored licence is renewed by a new token, a streaming one by the device.
      widevine: {
        real_time_duration_expiration: true,
        ...(persistent ? {} : { allow_renewal: true, ...RENEWAL_SECONDS }),
      },
    },
    content_keys_source: {
      inline: keys.map(({ id, iv, of, ...rest }) => ({
        id,
        encrypted_key: encrypted(id, rest.key, secret).toString('base64'),
        iv: iv.toString('base64'),
        usage_policy: of,
      })),
    },
    content_key_usage_policies: POLICIES,
  }
}

/**
 * Encrypts a content key for the provider: AES-256-CBC without padding, with the communication key,
 * from the key's id as IV.
 */
function encrypted(id: string, key: Buffer, secret: Buffer): Buffer {
  const iv = Buffer.from(id.replaceAll('-', ''), 'hex')
  const cipher = createCipheriv('aes-256-cbc', secret, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(key), cipher.final()])
}

function jwt(payload: object, secret: Buffer): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
