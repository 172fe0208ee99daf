import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A message as the browser behind the push service reads it. */
export interface Pushed {
  payload: { line: string; path: string }
  headers: IncomingHttpHeaders
  /** The claims of the VAPID token (RFC 8292), whose signature was verified by the key that it names. */
  claims: { aud: string; exp: number; sub: string }
  publicKey: string
}
/** A browser's subscription, in the form that pages send. */
export interface BrowserSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Opens a push service (RFC 8030) with browsers that decrypt what they receive (RFC 8291). `answer` sets
 * the status of replies from then on.
 */
export async function openPushService(t: TestContext) {
  const browsers = new Map<string, { decrypt: (body: Buffer) => string; got: Pushed[] }>()
  let status = 201
  const server = createServer((request, response) => {
    void (async () => {
      const browser = browsers.get(request.url!.split('/').at(-1)!)
      const body = await buffer(request)
      if (browser && status === 201)
        browser.got.push({
          payload: JSON.parse(browser.decrypt(body)) as Pushed['payload'],
          headers: request.headers,
          ...verified(request.headers.authorization!),
        })
      response.writeHead(browser ? status : 404).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Returns a new browser's subscription, and the messages that it has received. */
  function subscribe() {
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys()
    const auth = randomBytes(16)
    const id = randomBytes(12).toString('hex')
    const got: Pushed[] = []
    browsers.set(id, { got, decrypt: (body) => decrypt(body, { keys, p256dh, auth }) })
    const subscription: BrowserSubscription = {
      endpoint: `${origin}/send/${id}`,
      p256dh: p256dh.toString('base64url'),
      auth: auth.toString('base64url'),
    }
    return { subscription, got, unsubscribe: () => browsers.delete(id) }
  }
  return { origin, subscribe, answer: (next: number) => void (status = next) }
}

interface Receiver {
  keys: ReturnType<typeof createECDH>
  p256dh: Buffer
  auth: Buffer
}

/** Decrypts a message of one record (RFC 8188, `aes128gcm`) with the keys of a browser (RFC 8291, 3.4). */
function decrypt(body: Buffer, { keys, p256dh, auth }: Receiver): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const material = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString() // the delimiter of the last record
}

/** Verifies `vapid t=TOKEN, k=KEY` and returns its claims. Throws if the key did not sign the token. */
function verified(authorization: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const data = Buffer.from(`${head}.${claims}`)
  const signed = Buffer.from(signature, 'base64url')
  if (!verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signed))
    throw new Error('the VAPID token was signed by another key')
  return {
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Pushed['claims'],
    publicKey,
  }
}
