import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from './certificate.ts'
import { type Engine, need, runEngine, startEngine } from './engine.ts'

const PROGRAM = '/usr/sbin/nginx'
const CERTIFICATE = '# ssl_certificate …; ssl_certificate_key …;'

/** Puts `deploy/nginx.conf` inside `http { }` with the certificate of this proof, and has nginx check it. */
export function loadNginx(folder: string, { key, certificate }: Certificate): string {
  need(PROGRAM)
  const text = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(CERTIFICATE, `ssl_certificate ${certificate}; ssl_certificate_key ${key};`)
    .replaceAll('/var/log/nginx/', `${folder}/nginx-`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http {
${text}}
`,
  )
  runEngine(PROGRAM, ['-t', '-c', file], { folder })
  return file
}

/** Starts nginx with `deploy/nginx.conf`. */
export const startNginx = (folder: string, file: string): Engine =>
  startEngine('nginx', PROGRAM, ['-c', file], { folder })
