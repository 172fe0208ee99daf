import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { drill, withBackups } from './drill/drill.ts'
import { PRODUCTION } from './production.ts'
import { testStorage } from './storage-fixtures.ts'

const ROWS = 2_000
const withRclone = { skip: !existsSync('/usr/bin/rclone') && 'rclone is not installed' }

function backups(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'renban-backup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const dir = join(folder, 'backups')
  const run = (program: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(`deploy/${program}.sh`, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, BACKUP_DIR: dir, ...env },
    })
  return { folder, dir, run }
}

test(
  'OP-08 a backup is restored to the moment before an accident, without a lost sale, and the books balance',
  withBackups,
  async (t) => {
    const { books_in_order, lost_sales, rows } = await drill(ROWS, (line) => t.diagnostic(line))
    ok(rows >= ROWS)
    deepEqual({ books_in_order, lost_sales }, { books_in_order: true, lost_sales: 0 })
  },
)

test('OP-08 a segment of the log is kept once and never replaced by another', (t) => {
  const { folder, dir, run } = backups(t)
  const segment = join(folder, 'segment')
  const keep = () => run('backup', ['wal', segment, '000000010000000000000001']).status
  writeFileSync(segment, 'one')
  deepEqual([keep(), keep()], [0, 0])
  writeFileSync(segment, 'two')
  equal(keep(), 1)
  deepEqual(readdirSync(join(dir, 'wal')), ['000000010000000000000001'])
  equal(readFileSync(join(dir, 'wal/000000010000000000000001'), 'utf8'), 'one')
})

test('OP-08 keys are kept apart from backups, and all that a restore needs', (t) => {
  const { folder, dir, run } = backups(t)
  const keys = (KEYS_DIR: string) => run('backup', ['keys'], { ...PRODUCTION, KEYS_DIR })
  match(keys(join(dir, 'keys')).stderr, /KEYS_DIR is within BACKUP_DIR/)
  const { status, stdout } = keys(join(folder, 'keys'))
  equal(status, 0)
  const { KEY_RING, SECRET, DOWNLOAD_KEY } = PRODUCTION
  const written = readFileSync(stdout.trim(), 'utf8').split('\n')
  for (const line of Object.entries({ KEY_RING, SECRET, DOWNLOAD_KEY }))
    ok(written.includes(line.join('=')), line[0])
  const pair = { VAPID_PUBLIC_KEY: 'open', VAPID_PRIVATE_KEY: 'secret' }
  const own = run('backup', ['keys'], { ...PRODUCTION, ...pair, LOG_KEY: 'own', KEYS_DIR: folder })
  const optional = readFileSync(own.stdout.trim(), 'utf8')
  match(optional, /^LOG_KEY=own\nVAPID_PUBLIC_KEY=open\nVAPID_PRIVATE_KEY=secret$/m)
  const without = run('backup', ['keys'], { ...PRODUCTION, KEY_RING: '', KEYS_DIR: folder })
  match(without.stderr, /is missing/)
})

test('OP-08 a copy that breaks off is deleted, at once or by the next prune', (t) => {
  const { folder, dir, run } = backups(t)
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const program = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  program(
    'pg_basebackup',
    `mkdir -p "$(echo "$*" | sed 's/.*--pgdata=\\([^ ]*\\).*/\\1/')/part"; exit 1`,
  )
  program('pg_archivecleanup', 'true')
  const env = { PATH: `${programs}:${process.env.PATH}` }
  equal(run('backup', ['base'], env).status, 1)
  const base = join(dir, 'base')
  deepEqual(readdirSync(base), [])
  for (const name of ['.20260101T000000Z', '.20260102T000000Z', '20260101T000001Z'])
    mkdirSync(join(base, name, 'part'), { recursive: true })
  const longAgo = new Date('2026-01-01')
  utimesSync(join(base, '.20260101T000000Z'), longAgo, longAgo)
  utimesSync(join(base, '20260101T000001Z'), longAgo, longAgo)
  mkdirSync(join(dir, 'wal'))
  writeFileSync(join(dir, 'wal/1.backup'), 'LABEL: renban 20260101T000001Z')
  equal(run('backup', ['prune'], env).status, 0)
  deepEqual(readdirSync(base).toSorted(), ['.20260102T000000Z', '20260101T000001Z'])
})

test('OP-08 a restore overwrites nothing, and commands without a name are explained', (t) => {
  const { folder, dir, run } = backups(t)
  mkdirSync(join(dir, 'base/20260101T000000Z'), { recursive: true })
  match(run('restore', ['database', folder]).stderr, /is not empty/)
  mkdirSync(join(dir, 'base/20260103T000000Z'))
  const to = join(folder, 'new')
  const early = run('restore', ['database', to, '2026-01-01 06:00:00+09'])
  match(early.stderr, /no copy was finished by 2026-01-01 06:00:00\+09/)
  const between = run('restore', ['database', to, '2026-01-02 06:00:00+00'])
  match(between.stderr, /base\/20260101T000000Z\/base\.tar\.gz/)
  match(run('restore', []).stderr, /restore\.sh database FOLDER/)
  match(run('backup', []).stderr, /backup\.sh base/)
})

test(
  'OP-08 files of the bucket are copied, also replaced ones, and come back when they are lost',
  withRclone,
  async (t) => {
    const { folder } = backups(t)
    const { storage, config } = await testStorage(t)
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      BACKUP_DIR: join(folder, 'backups'),
      S3_ENDPOINT: config.endpoint,
      S3_REGION: config.region,
      S3_BUCKET: config.bucket,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    }
    const run = (program: string) =>
      promisify(execFile)(`deploy/${program}.sh`, ['storage'], { env })
    const put = (key: string, text: string) =>
      storage.put(key, Buffer.from(text), { type: 'text/plain' })
    const read = async (key: string) => (await storage.getBytes(key))?.toString()
    await put('media/one', 'first')
    await put('media/two', 'second')
    await run('backup')
    await sleep(1_100) // times of the protocol have whole seconds
    await put('media/two', 'another')
    await run('backup')
    await storage.remove('media/one')
    await storage.remove('media/two')
    await put('media/three', 'since then')
    await run('restore')
    deepEqual(
      [await read('media/one'), await read('media/two'), await read('media/three')],
      ['first', 'another', 'since then'],
    )
  },
)
