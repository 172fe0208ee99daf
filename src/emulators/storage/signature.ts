import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Call, StorageRefusal } from './protocol.ts'

/** The data of a verified request that its signed chunks are checked against. */
export interface Signed {
  payload: string
  date: string
  scope: string
  signature: string
  key: Buffer
}

interface Claim {
  credential: string
  date: string
  signedHeaders: string[]
  signature: string
  payload: string
}

const SKEW_MS = 15 * 60_000
const EXPIRES_SECONDS_MAX = 7 * 24 * 3600
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

/**
 * Verifies an AWS Signature Version 4 in headers or in a presigned query.
 * Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)".
 */
export function authenticate(
  request: IncomingMessage,
  call: Call,
  secrets: Record<string, string>,
  now: Date,
): Signed {
  const presigned = call.query.has('X-Amz-Signature')
  const claim = presigned ? presignedClaim(request, call, now) : headerClaim(request, now)
  checkSignedHeaders(request, claim)

  const [id = '', day = '', region = '', service, end] = claim.credential.split('/')
  if (service !== 's3' || end !== 'aws4_request' || day !== claim.date.slice(0, 8))
    throw new StorageRefusal('AuthorizationHeaderMalformed', 400, 'Bad credential scope')
  if (!Object.hasOwn(secrets, id)) throw new StorageRefusal('InvalidAccessKeyId', 403)

  const scope = `${day}/${region}/s3/aws4_request`
  const canonical = sha256(canonicalRequest(request, call, claim))
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope, canonical].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secrets[id]}`))
  if (!sameSignature(hmac(key, toSign), claim.signature))
    throw new StorageRefusal('SignatureDoesNotMatch', 403)
  return { payload: claim.payload, date: claim.date, scope, signature: claim.signature, key }
}

/** Returns the signature of a chunk of a signed stream, derived from the previous chunk's. */
export function chunkSignature(signed: Signed, previous: string, chunkSha256: string): Buffer {
  const lines = [
    'AWS4-HMAC-SHA256-PAYLOAD',
    signed.date,
    signed.scope,
    previous,
    sha256(''),
    chunkSha256,
  ]
  return hmac(signed.key, lines.join('\n'))
}

export function sameSignature(right: Buffer, claimed: string): boolean {
  const bytes = Buffer.from(claimed, 'hex')
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

function headerClaim(request: IncomingMessage, now: Date): Claim {
  const { authorization } = request.headers
  if (!authorization) throw new StorageRefusal('AccessDenied', 403, 'Not signed')
  const [, credential, headers, signature] = AUTHORIZATION.exec(authorization) ?? []
  if (!credential || !headers || !signature)
    throw new StorageRefusal('AuthorizationHeaderMalformed', 400)
  const date = header(request, 'x-amz-date')
  if (Math.abs(now.getTime() - timeOf(date)) > SKEW_MS)
    throw new StorageRefusal('RequestTimeTooSkewed', 403)
  const payload = header(request, 'x-amz-content-sha256')
  if (!payload) throw new StorageRefusal('InvalidRequest', 400, 'Missing x-amz-content-sha256')
  return { credential, date, signedHeaders: headers.split(';'), signature, payload }
}

function presignedClaim(request: IncomingMessage, { query }: Call, now: Date): Claim {
  const value = (name: string) => query.get(name) ?? ''
  const date = value('X-Amz-Date')
  const seconds = Number(value('X-Amz-Expires'))
  const isValid = Number.isInteger(seconds) && seconds > 0 && seconds <= EXPIRES_SECONDS_MAX
  if (value('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || !isValid)
    throw new StorageRefusal('AuthorizationQueryParametersError', 400)
  const age = now.getTime() - timeOf(date)
  if (age > seconds * 1000) throw new StorageRefusal('AccessDenied', 403, 'Request has expired')
  if (age < -SKEW_MS) throw new StorageRefusal('AccessDenied', 403, 'Request is not yet valid')
  return {
    credential: value('X-Amz-Credential'),
    date,
    signedHeaders: value('X-Amz-SignedHeaders').split(';'),
    signature: value('X-Amz-Signature'),
    payload:
      query.get('X-Amz-Content-Sha256') ||
      header(request, 'x-amz-content-sha256') ||
      'UNSIGNED-PAYLOAD',
  }
}

/** Throws unless the host and every `x-amz-` header are signed, and every signed header was sent. */
function checkSignedHeaders(request: IncomingMessage, { signedHeaders }: Claim) {
  const named = new Set(signedHeaders)
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !named.has(name),
  )
  if (!named.has('host') || unsigned.length > 0)
    throw new StorageRefusal('AccessDenied', 403, `Headers not signed: ${unsigned.join(', ')}`)
  if (signedHeaders.some((name) => request.headers[name] === undefined))
    throw new StorageRefusal('SignatureDoesNotMatch', 403, 'A signed header is missing')
}

function canonicalRequest(request: IncomingMessage, call: Call, claim: Claim): string {
  const query = [...call.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map((pair) => pair.join('='))
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${header(request, name).trim().replace(/\s+/g, ' ')}\n`,
  )
  return [
    request.method,
    call.path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    headers.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n')
}

/** Parses `20130524T000000Z` to milliseconds; refuses any other form. */
function timeOf(date: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
  const time = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!parts || Number.isNaN(time)) throw new StorageRefusal('AccessDenied', 403, 'Bad X-Amz-Date')
  return time
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
