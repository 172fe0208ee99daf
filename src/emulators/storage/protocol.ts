import type { Readable } from 'node:stream'

/** A refusal with one of S3's documented error codes. */
export class StorageRefusal extends Error {
  override name = 'StorageRefusal'
  code: string
  status: number
  headers: Record<string, string>
  constructor(code: string, status: number, message = code, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** The reply of an operation; a stream is sent as it is read. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string | Readable
}

/** A parsed request. `path` stays as it was sent, because the signature covers it. */
export interface Call {
  path: string
  query: URLSearchParams
  bucket: string
  key: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const KEY_BYTES_MAX = 1024
// oxlint-disable-next-line no-control-regex -- XML 1.0 cannot represent them, so listings could not either
const UNLISTABLE = /[\u0000-\u001f\u007f\ufffe\uffff]/

/** Parses `PREFIX/BUCKET/KEY?query`. Dots in a key are harmless: keys never become paths. */
export function parseCall(target: string, prefix: string): Call {
  const [path, search] = split(target, '?')
  if (!path.startsWith(`${prefix}/`)) throw new StorageRefusal('InvalidURI', 400)
  const [bucket, key] = split(path.slice(prefix.length + 1), '/')
  return checkedCall(path, new URLSearchParams(search), decode(bucket), decode(key))
}

function checkedCall(path: string, query: URLSearchParams, bucket: string, key: string): Call {
  if (bucket && !BUCKET.test(bucket)) throw new StorageRefusal('InvalidBucketName', 400)
  if (UNLISTABLE.test(key)) throw new StorageRefusal('InvalidURI', 400, 'Control character in key')
  if (Buffer.byteLength(key) > KEY_BYTES_MAX) throw new StorageRefusal('KeyTooLongError', 400)
  return { path, query, bucket, key }
}

/** Returns a whole number from the query, or a default if it is missing. */
export function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name)
  if (text === null) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new StorageRefusal('InvalidArgument', 400, `Bad ${name}`)
  return Number(text)
}

/** Returns a function that writes keys as the query's `encoding-type` asks: percent-encoded, or as they are. */
export function keySpelling(query: URLSearchParams): (text: string) => string {
  const encoding = query.get('encoding-type')
  if (encoding === null) return (text) => text
  if (encoding !== 'url') throw new StorageRefusal('InvalidArgument', 400, 'Bad encoding-type')
  return (text) => encodeURIComponent(text).replaceAll('%2F', '/')
}

/** The elements of an XML reply: a list repeats an element, `undefined` omits it. */
export interface Xml {
  [name: string]: string | number | boolean | undefined | Xml | Xml[]
}

export function xml(name: string, content: Xml | string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, content)}`
}

export function xmlReply(name: string, content: Xml | string): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: xml(name, content),
  }
}

/** Returns the texts inside every `<name>` of a request body; enough for S3's three flat bodies. */
export function insideAll(body: string, name: string): string[] {
  return [...body.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) => match[1]!)
}

/** Returns the unescaped text of the first `<name>`. Throws `MalformedXML` if there is none. */
export function textInside(body: string, name: string): string {
  const [text] = insideAll(body, name)
  if (text === undefined) throw new StorageRefusal('MalformedXML', 400)
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, entity) => {
    if (entity) return ENTITIES.get(entity as string) ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function element(name: string, content: Xml[string]): string {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((item) => element(name, item)).join('')
  if (typeof content !== 'object') return `<${name}>${escape(String(content))}</${name}>`
  const inner = Object.entries(content).map(([child, value]) => element(child, value))
  return `<${name}>${inner.join('')}</${name}>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Splits a text at the first `at`; the second half is empty if there is none. */
function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StorageRefusal('InvalidURI', 400)
  }
}
