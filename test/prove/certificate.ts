import { join } from 'node:path'
import { runEngine } from './engine.ts'

/** The names under which `deploy/haproxy.cfg` and `deploy/nginx.conf` serve the shop and the storage. */
export const SHOP = 'renban.example'
export const FILES = 'files.renban.example'

/** The files of a certificate for both names. */
export interface Certificate {
  key: string
  certificate: string
}

export const certificateIn = (folder: string): Certificate => ({
  key: join(folder, 'key.pem'),
  certificate: join(folder, 'certificate.pem'),
})

/** Makes a certificate that signs itself. Programs trust it by `NODE_EXTRA_CA_CERTS`. */
export function makeCertificate(folder: string): Certificate {
  const { key, certificate } = certificateIn(folder)
  const names = `subjectAltName=DNS:${SHOP},DNS:${FILES}`
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${SHOP}`,
  ]
  runEngine('openssl', [...made, '-addext', names, '-keyout', key, '-out', certificate], { folder })
  return { key, certificate }
}
