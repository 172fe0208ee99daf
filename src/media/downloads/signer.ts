import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { AppContext } from '#core/context.ts'

/** The settings of the key that signs downloaded files, as the environment has them. */
export type SigningSettings = Pick<AppContext['config'], 'downloadKey' | 'downloadCertificates'>

/** The key that signs downloaded files, and the certificates that lead from it to our roots. */
export interface Signer {
  key: KeyObject
  /** The certificate of the key, in DER. */
  certificate: Buffer
  /** The roots by which files are recognised, in PEM. The first one signed the certificate. */
  roots: string[]
}

/** Opens the signing key of the configuration. */
export function signerOf({ downloadKey, downloadCertificates }: SigningSettings): Signer {
  const [own, ...roots] = downloadCertificates
    .split(',')
    .map((base64) => Buffer.from(base64, 'base64'))
  return {
    key: createPrivateKey({
      key: Buffer.from(downloadKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    }),
    certificate: own!,
    roots: roots.map((der) => new X509Certificate(der).toString()),
  }
}

/** Signs with ECDSA over P-256 and SHA-256. Returns both numbers, 32 bytes each (IEEE P1363). */
export const signBytes = (key: KeyObject, bytes: Uint8Array): Buffer =>
  sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
