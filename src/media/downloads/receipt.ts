import { X509Certificate } from 'node:crypto'
import type { ReceiptPayload } from './download.shared.ts'
import { type Signer, signBytes } from './signer.ts'

/**
 * Signs a receipt: a JWS in compact form (RFC 7515, 7.1) with ES256, whose header carries the certificate
 * and its root (`x5c`).
 */
export function signReceipt({ key, certificate, roots }: Signer, payload: ReceiptPayload): string {
  const chain = [certificate, new X509Certificate(roots[0]!).raw]
  const header = { alg: 'ES256', typ: 'JOSE', x5c: chain.map((der) => der.toString('base64')) }
  const signed = [header, payload].map((part) => base64url(JSON.stringify(part))).join('.')
  return `${signed}.${signBytes(key, Buffer.from(signed)).toString('base64url')}`
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
