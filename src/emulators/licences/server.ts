import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

export const LICENCES = '/dev/licences'
const SYSTEMS = ['widevine', 'playready', 'fairplay'] as const
const BODY_MAX = 64 * 1024

/** The communication key of the emulator, which guards nothing. */
export const COMMUNICATION_KEY = {
  keyId: '6e7a1c4e-0f0b-4c3b-9c55-1f2e3d4c5b6a',
  key: Buffer.from('a key of an emulator: 32 bytes ..').subarray(0, 32).toString('base64'),
}

const switchable = { real_time_expiration: z.boolean().optional() }
const seconds = z.int().min(0).optional()
const license = z.strictObject({
  start_datetime: z.iso.datetime().optional(),
  expiration_datetime: z.iso.datetime().optional(),
  duration: seconds,
  allow_persistence: z.boolean().optional(),
  fairplay: z.strictObject({ ...switchable, playback_duration: seconds }).optional(),
  playready: z.strictObject({ ...switchable, playback_duration: seconds }).optional(),
  widevine: z
    .strictObject({
      playback_duration: seconds,
      real_time_duration_expiration: z.boolean().optional(),
      real_time_playback_expiration: z.boolean().optional(),
      allow_playback: z.boolean().optional(),
      allow_renewal: z.boolean().optional(),
      renewal_delay: seconds,
      renewal_recovery: seconds,
      renewal_retry_interval: seconds,
    })
    .optional(),
})
const policy = z.strictObject({
  name: z.string().min(1),
  widevine: z
    .strictObject({
      device_security_level: z.enum(['SW_SECURE_CRYPTO', 'SW_SECURE_DECODE', 'HW_SECURE_ALL']),
      'cgms-a': z.enum(['free', 'once', 'never']).optional(),
      hdcp: z.string().optional(),
    })
    .optional(),
  playready: z
    .strictObject({
      min_device_security_level: z.int().optional(),
      analog_video_opl: z.int().optional(),
      uncompressed_digital_video_opl: z.int().optional(),
    })
    .optional(),
  fairplay: z
    .strictObject({
      hdcp: z.enum(['NOT_REQUIRED', 'TYPE0', 'TYPE1']),
      allow_airplay: z.boolean(),
      allow_av_adapter: z.boolean(),
    })
    .optional(),
})
const inlineKey = z.strictObject({
  id: z.uuid(),
  encrypted_key: z.base64().length(24),
  iv: z.base64().length(24).optional(),
  usage_policy: z.string(),
})
/** A License Service Message. Source: Axinom DRM, pages of that name and "Entitlement Message". */
const serviceMessage = z.strictObject({
  version: z.literal(1),
  id: z.uuid().optional(),
  begin_date: z.iso.datetime().optional(),
  expiration_date: z.iso.datetime().optional(),
  com_key_id: z.literal(COMMUNICATION_KEY.keyId),
  message: z.strictObject({
    type: z.literal('entitlement_message'),
    version: z.literal(2),
    license,
    content_keys_source: z.strictObject({ inline: z.array(inlineKey).min(1) }),
    content_key_usage_policies: z.array(policy),
  }),
})
type ServiceMessage = z.output<typeof serviceMessage>
/** A request of the W3C Clear Key system, in place of the sealed one of a vendor's module. */
const clearKeyRequest = z.object({
  kids: z.array(z.string()).min(1),
  type: z.enum(['temporary', 'persistent-license']),
})

class Denied extends Error {
  override name = 'Denied'
}

/**
 * Emulates the licence services of Axinom DRM: it checks the token's signature, times and form, and
 * opens its keys. It has no vendor's secrets, so it reads and answers requests in the format of
 * Clear Key; a request of a real module is refused with 501.
 */
export function openLicenceEmulator({
  now = () => new Date(),
}: {
  now?: (() => Date) | undefined
}) {
  return {
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const path = request.url?.split('?')[0] ?? ''
      if (!SYSTEMS.some((system) => path === `${LICENCES}/${system}`)) return false
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'content-type, x-axdrm-message')
      if (request.method === 'OPTIONS') response.writeHead(204).end()
      else void answer(request, response, now())
      return true
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, now: Date) {
  try {
    const token = request.headers['x-axdrm-message']
    const message = readMessage(typeof token === 'string' ? token : '', now)
    const challenge = clearKeyRequest.safeParse(parsed(await bodyOf(request))).data
    if (!challenge) response.writeHead(501).end('only requests of Clear Key can be answered here')
    else send(response, licence(message, challenge))
  } catch (error) {
    const said = error instanceof Denied ? error.message : 'internal error'
    response
      .writeHead(error instanceof Denied ? 403 : 500, { 'x-axdrm-errormessage': said })
      .end(said)
  }
}

function send(response: ServerResponse, body: object) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Verifies a token. Throws `Denied` with the reason. */
function readMessage(token: string, now: Date): ServiceMessage {
  const [head = '', body = '', signature = ''] = token.split('.')
  const secret = Buffer.from(COMMUNICATION_KEY.key, 'base64')
  const right = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Denied('the signature does not match')
  const header = parsed(Buffer.from(head, 'base64url')) as { alg?: string; typ?: string }
  if (header.alg !== 'HS256') throw new Denied('the algorithm is not HS256')
  const { data, error } = serviceMessage.safeParse(parsed(Buffer.from(body, 'base64url')))
  if (!data) throw new Denied(error.issues.map(({ path }) => path.join('.')).join(', '))
  const { begin_date, expiration_date, message } = data
  if (begin_date && new Date(begin_date) > now) throw new Denied('the message is not valid yet')
  if (expiration_date && new Date(expiration_date) <= now)
    throw new Denied('the message has expired')
  const ends = message.license.expiration_datetime
  if (ends && new Date(ends) <= now) throw new Denied('the licence would have ended')
  const names = message.content_key_usage_policies.map(({ name }) => name)
  if (!message.content_keys_source.inline.every((key) => names.includes(key.usage_policy)))
    throw new Denied('a key names a policy that is not there')
  return data
}

function licence({ message }: ServiceMessage, { kids, type }: z.output<typeof clearKeyRequest>) {
  if (type === 'persistent-license' && !message.license.allow_persistence)
    throw new Denied('the licence may not be stored')
  const keys = kids.map((kid) => {
    const id = Buffer.from(kid, 'base64url').toString('hex')
    const key = message.content_keys_source.inline.find((one) => one.id.replaceAll('-', '') === id)
    if (!key) throw new Denied('a key was requested that the message does not entitle to')
    return { kty: 'oct', kid, k: opened(key).toString('base64url') }
  })
  return { keys, type }
}

/** Opens a content key: AES-256-CBC with the communication key, from the key's id as IV. */
function opened({ id, encrypted_key }: z.output<typeof inlineKey>): Buffer {
  const secret = Buffer.from(COMMUNICATION_KEY.key, 'base64')
  const iv = Buffer.from(id.replaceAll('-', ''), 'hex')
  const cipher = createDecipheriv('aes-256-cbc', secret, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.from(encrypted_key, 'base64')), cipher.final()])
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > BODY_MAX) throw new Denied('the request is too long')
  return buffer(request)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
