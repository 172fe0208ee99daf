import { equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const UNITS = join(import.meta.dirname, '../deploy/systemd')
const PROGRAM = '/opt/renban/node_modules/.bin/node'
const ANALYZE = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) =>
  existsSync(path),
)

test(
  'OP-06 the units of systemd are valid, and start what the image starts',
  { skip: !ANALYZE && 'systemd is not installed' },
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'renban-units-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const image = readFileSync('deploy/Dockerfile', 'utf8')
    const [, flags = ''] = /ENTRYPOINT \["node", (.+?), "src\/main.ts"\]/.exec(image)!
    for (const [file, role] of [
      ['renban-web@.service', 'web'],
      ['renban-worker.service', 'worker'],
    ] as const) {
      const unit = readFileSync(join(UNITS, file), 'utf8')
      const command = [PROGRAM, ...flags.replaceAll('"', '').split(', '), 'src/main.ts', role]
      match(
        unit,
        new RegExp(`^ExecStart=${command.join(' ').replaceAll('.', String.raw`\.`)}$`, 'm'),
      )
      // The program and its user are not on this machine.
      writeFileSync(
        join(folder, file),
        unit.replace(PROGRAM, process.execPath).replaceAll(/^(User|Group)=.*\n/gm, ''),
      )
    }
    const instance = join(folder, 'renban-web@3000.service')
    copyFileSync(join(folder, 'renban-web@.service'), instance)
    const args = ['verify', instance, join(folder, 'renban-worker.service')]
    const { status, stderr, stdout } = spawnSync(ANALYZE!, args, { encoding: 'utf8' })
    equal(`${stdout}${stderr}`, '')
    equal(status, 0)
  },
)
