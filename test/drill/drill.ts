import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buyFromBalance } from '#src/sales/purchase/checkout.ts'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { connect, type Db } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { type Config, readConfig } from '#src/config.ts'
import {
  contextOf,
  type Copy,
  createPeople,
  createTitleOnSale,
} from '../../bench/bench-database.ts'
import { eventually } from '../program.ts'
import { ask } from '../standby.ts'
import { multiply } from './rows.ts'

const NOBODY = { uid: 65_534, gid: 65_534 } // PostgreSQL refuses to run as root
const AS: { uid?: number; gid?: number } = process.getuid?.() === 0 ? NOBODY : {}
const PRICE = 1_000
const SALES = 200 // that are multiplied
const LATER = 50 // sales between the copy and the accident
const [BIN] = globSync('/usr/lib/postgresql/{15,16,17,18}/bin').toSorted().toReversed()
/** Skips a test, with the reason, without PostgreSQL's own programs for backups. */
export const withBackups = { skip: !BIN && 'Debian’s PostgreSQL is not installed' }

/** How long each part took in seconds, and how much space it needs in MB. */
export interface Figures {
  rows: number
  database_mb: number
  base_seconds: number
  base_mb: number
  log_mb: number
  restore_seconds: number
  replay_seconds: number
  books_seconds: number
  books_in_order: boolean
  /** Sales after the copy that the restored database lacks: 0 if all is well. */
  lost_sales: number
}

/**
 * Fills a database with sales, copies it with backup.sh, sells on, breaks the books, loses the server,
 * restores a moment before the accident with restore.sh into a fresh folder, and runs the books there.
 * A later copy is there that was not finished at that moment.
 */
export async function drill(
  rows: number,
  say: (line: string) => void = () => {},
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'renban-drill-'))
  chmodSync(folder, 0o755)
  const place = placeIn(folder)
  const config = readConfig({ DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' })
  const running: ChildProcess[] = []
  const start = async (dir: string, settings: Record<string, string | number> = {}) => {
    const server = startServer(folder, dir, settings)
    running.push(server)
    await eventually(() => ask(urlOf(folder), 'select 1'))
    return server
  }
  try {
    place.run('initdb', ['-D', join(folder, 'first'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']) // oxfmt-ignore
    const filling = await start('first', { fsync: 'off', max_wal_size: '1GB' })
    const { db, pool } = connect(urlOf(folder), 4, 0)
    await migrate(pool)
    await sell(db, config, SALES)
    const filled = await multiply(db, rows)
    await pool.end()
    await end(filling)
    say(`${filled} rows`)

    const archive = { archive_mode: 'on', archive_command: `${place.backup} wal %p %f` }
    const first = await start('first', archive)
    const base = seconds(() => place.run(place.backup, ['base']))
    say(`copied in ${base} s`)
    const unfinished = join(folder, 'backups/base', `${stamp(new Date())}+`) // after the other's name
    mkdirSync(unfinished)
    writeFileSync(join(unfinished, 'finished'), stamp(addSeconds(new Date(), DAY_SECONDS)))
    const sold = await withDatabase(folder, (own) => sell(own, config, LATER))
    const [moment] = await ask(urlOf(folder), 'select now()::text as at')
    await ask(urlOf(folder), `update ledger_account set balance = balance + 1 where balance > 0`)
    await ask(urlOf(folder), 'select pg_switch_wal()')
    await eventually(async () => {
      const [row] = await ask(urlOf(folder), 'select archived_count, last_archived_wal from pg_stat_archiver') // oxfmt-ignore
      const [next] = await ask(
        urlOf(folder),
        'select pg_walfile_name(pg_current_wal_lsn()) as name',
      )
      if (String(row!.last_archived_wal) < String(next!.name)) throw new Error('not archived yet')
    })
    const [size] = await ask(urlOf(folder), 'select pg_database_size(current_database()) as bytes')
    place.run(place.backup, ['prune'])
    await end(first, 'SIGQUIT') // the machine is lost
    rmSync(join(folder, 'first'), { recursive: true })

    const restore = seconds(() =>
      place.run(place.restore, ['database', join(folder, 'second'), String(moment!.at)]),
    )
    say(`restored in ${restore} s`)
    const startedAt = performance.now()
    await start('second')
    await eventually(async () => {
      const [row] = await ask(urlOf(folder), 'select pg_is_in_recovery() as replaying')
      if (row!.replaying) throw new Error('the log is being replayed')
    })
    const replay = rounded((performance.now() - startedAt) / 1_000)
    const books = { status: 1 as number | null }
    const booksSeconds = seconds(() => {
      const own = {
        PATH: process.env.PATH,
        DATABASE_URL: urlOf(folder),
        DATA_DIR: join(folder, 'data'),
      }
      const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/books.mjs'], { env: own, encoding: 'utf8' }) // oxfmt-ignore
      books.status = status
      if (status !== 0) say(`${stdout}${stderr}`)
    })
    const [found] = await ask(urlOf(folder), `select count(*)::int as n from purchase where id = any('{${sold.join()}}')`) // oxfmt-ignore
    return {
      rows: filled,
      database_mb: megabytes(Number(size!.bytes)),
      base_seconds: base,
      base_mb: sizeOf(join(folder, 'backups/base')),
      log_mb: sizeOf(join(folder, 'backups/wal')),
      restore_seconds: restore,
      replay_seconds: replay,
      books_seconds: booksSeconds,
      books_in_order: books.status === 0,
      lost_sales: LATER - Number(found!.n),
    }
  } finally {
    for (const server of running) await end(server, 'SIGQUIT')
    rmSync(folder, { recursive: true })
  }
}

/** Returns a time as backup.sh writes it. */
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The programs as the user that PostgreSQL has, with the folders of a drill. */
function placeIn(folder: string) {
  const deploy = join(folder, 'deploy') // that user may not enter this clone
  mkdirSync(deploy)
  for (const name of ['backup.sh', 'restore.sh']) cpSync(join('deploy', name), join(deploy, name))
  const backups = join(folder, 'backups')
  for (const dir of [folder, backups, join(folder, 'first'), join(folder, 'second')]) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (AS.uid !== undefined) chownSync(dir, AS.uid, AS.gid!)
  }
  const env = environment(folder)
  return {
    backup: join(deploy, 'backup.sh'),
    restore: join(deploy, 'restore.sh'),
    run: (program: string, args: string[]) =>
      execFileSync(program, args, {
        ...AS,
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
  }
}

const environment = (folder: string) => ({
  PATH: `${BIN}:/usr/bin:/bin`,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PGHOST: folder,
  PGUSER: 'postgres',
  BACKUP_DIR: join(folder, 'backups'),
})

function startServer(folder: string, dir: string, settings: Record<string, string | number>) {
  const all = { listen_addresses: '', unix_socket_directories: folder, ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(BIN!, 'postgres'), ['-D', join(folder, dir), ...flags], {
    ...AS,
    cwd: folder,
    env: environment(folder),
    stdio: 'ignore',
  })
}

const urlOf = (folder: string) => `postgres://postgres@${encodeURIComponent(folder)}/postgres`

async function end(server: ChildProcess, signal: NodeJS.Signals = 'SIGINT') {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

async function withDatabase<T>(folder: string, action: (db: Db) => Promise<T>): Promise<T> {
  const { db, pool } = connect(urlOf(folder), 4)
  try {
    return await action(db)
  } finally {
    await pool.end()
  }
}

/** Lets people buy copies of one title each. Returns the ids of the purchases. */
async function sell(db: Db, config: Config, count: number): Promise<string[]> {
  const [buyer, ...sellers] = await createPeople({ db }, count + 1, PRICE * count)
  const ids: string[] = []
  for (const seller of sellers) {
    const [copy] = await createTitleOnSale({ db }, seller, { copies: 1, price: PRICE })
    ids.push(await buy(contextOf(db, config, buyer!), copy!))
  }
  return ids
}

async function buy(ctx: Ctx, { kid, asset_token_id, seller }: Copy): Promise<string> {
  const placed = await buyFromBalance(ctx, {
    kid,
    asset_token_id,
    owner_account_id: seller,
    balance_to_use: PRICE,
    asset_sale_price: PRICE,
    lang: 'en',
    more: [],
  })
  return placed.purchase_id
}

function seconds(action: () => unknown): number {
  const startedAt = performance.now()
  action()
  return rounded((performance.now() - startedAt) / 1_000)
}

const rounded = (value: number) => Number(value.toFixed(1))
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
const sizeOf = (folder: string) =>
  Number.parseInt(execFileSync('du', ['-s', '-BMB', folder], { encoding: 'utf8' }))
