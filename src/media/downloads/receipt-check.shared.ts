import { type ReceiptPayload, receiptPayload } from './download.shared.ts'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const
const HALF = 32 // bytes of each number of a signature
const [SEQUENCE, INTEGER, BIT_STRING, VERSION] = [0x30, 0x02, 0x03, 0xa0]

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns what a receipt says if its signature leads to one of our roots, given in PEM; otherwise
 * undefined. Needs nothing but the browser's own cryptography.
 */
export async function readReceipt(
  text: string,
  roots: readonly string[],
): Promise<ReceiptPayload | undefined> {
  try {
    const [head = '', body = '', signature = ''] = text.trim().split('.')
    const { alg, x5c } = JSON.parse(textOf(head)) as { alg: string; x5c: [string, string] }
    const root = roots.find((pem) => derOf(pem) === x5c[1])
    if (alg !== 'ES256' || !root) return undefined
    const [own, issuer] = x5c.map((der) => partsOf(bytesOf(der)))
    const isIssued = await isSigned(issuer!.key, fixedSize(own!.signature), own!.signed)
    const signed = new TextEncoder().encode(`${head}.${body}`)
    const isOurs = isIssued && (await isSigned(own!.key, bytesOf(signature), signed))
    return isOurs ? receiptPayload.parse(JSON.parse(textOf(body))) : undefined
  } catch {
    return undefined
  }
}

async function isSigned(spki: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', spki, ECDSA, false, ['verify'])
  return crypto.subtle.verify(SHA256, key, signature, signed)
}

const derOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')

function bytesOf(base64: string): Bytes {
  const plain = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

const textOf = (base64: string) => new TextDecoder().decode(bytesOf(base64))

/** A data value of DER (ITU-T X.690, 8.1): all of its bytes, and its content. */
interface Value {
  tag: number
  whole: Bytes
  content: Bytes
}

/** Returns the values that follow each other in some bytes. */
function valuesIn(bytes: Bytes): Value[] {
  const values: Value[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1]!
    const count = first < 0x80 ? 0 : first & 0x7f
    const size =
      count === 0
        ? first
        : bytes.slice(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0)
    const start = at + 2 + count
    const whole = bytes.slice(at, start + size)
    if (whole.length < start + size - at) throw new Error('a value is cut')
    values.push({ tag: bytes[at]!, whole, content: bytes.slice(start, start + size) })
    at = start + size
  }
  return values
}

/** Returns the signed part of a certificate, its signature and its key (RFC 5280, 4.1). */
function partsOf(certificate: Bytes) {
  const [body, , signature] = valuesIn(only(valuesIn(certificate), SEQUENCE).content)
  const fields = valuesIn(body!.content).filter(({ tag }) => tag !== VERSION)
  const key = fields[5]!.whole // after serial number, algorithm, issuer, validity and subject
  return { signed: body!.whole, signature: only([signature!], BIT_STRING).content.slice(1), key }
}

function only(values: Value[], tag: number): Value {
  const [value] = values
  if (value?.tag !== tag) throw new Error('not a certificate')
  return value
}

/** Converts a signature of two DER integers to two numbers of a fixed size (IEEE P1363). */
function fixedSize(signature: Bytes): Bytes {
  const numbers = valuesIn(only(valuesIn(signature), SEQUENCE).content)
  const fixed = new Uint8Array(2 * HALF)
  numbers.forEach((number, i) => {
    const digits = only([number], INTEGER).content.slice(-HALF)
    fixed.set(digits, (i + 1) * HALF - digits.length)
  })
  return fixed
}
