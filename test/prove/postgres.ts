import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ask, openPrimaryAndStandby } from '../standby.ts'
import { type Ends, Missing } from './engine.ts'

const NOBODY = { uid: 65_534, gid: 65_534 } // PostgreSQL refuses to run as root

/** Starts Debian's PostgreSQL with a synchronous standby, each with the database `renban`. */
export async function openPostgres(ends: Ends) {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (!bin) throw new Missing('postgresql is not installed')
  const programs = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), as: NOBODY }
  const { primary, standby, restart } = await openPrimaryAndStandby(ends, programs)
  await ask(primary.url, 'create database renban')
  let current = standby
  return {
    primary: named(primary, 'renban'),
    standby: named(standby, 'renban'),
    /** Makes an empty database, and returns its address. */
    async database(name: string) {
      await ask(primary.url, `create database ${name}`)
      return named(primary, name)
    },
    killPrimary: () => kill(primary),
    promote: () => ask(standby.url, 'select pg_promote()'),
    /** Kills the promoted standby and starts it again. */
    async restart() {
      await kill(current)
      current = await restart()
    },
  }
}

const named = ({ url }: { url: string }, database: string) =>
  url.replace(/\/postgres$/, `/${database}`)

async function kill({ child }: Awaited<ReturnType<typeof openPrimaryAndStandby>>['primary']) {
  const over = once(child, 'exit')
  child.kill('SIGKILL')
  await over
}
