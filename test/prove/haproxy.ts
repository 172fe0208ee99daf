import { mkdirSync, writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from './certificate.ts'
import { type Engine, need, runEngine, startEngine } from './engine.ts'

const PROGRAM = '/usr/sbin/haproxy'

/** Writes `deploy/haproxy.cfg` with the certificate of this proof, and has HAProxy check it. */
export function loadHaproxy(folder: string, { key, certificate }: Certificate): string {
  need(PROGRAM)
  const certificates = join(folder, 'certificates')
  mkdirSync(certificates, { recursive: true })
  const pair = [certificate, key].map((file) => readFileSync(file, 'utf8')).join('')
  writeFileSync(join(certificates, 'renban.pem'), pair)
  const text = readFileSync('deploy/haproxy.cfg', 'utf8')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text.replace('/etc/haproxy/certificates/', `${certificates}/`))
  runEngine(PROGRAM, ['-c', '-f', file], { folder })
  return file
}

/** Starts HAProxy with `deploy/haproxy.cfg`. */
export const startHaproxy = (folder: string, file: string): Engine =>
  startEngine('haproxy', PROGRAM, ['-db', '-f', file], { folder })
