import { once } from 'node:events'
import type { Pool } from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { connect } from '#core/database/db.ts'
import type { DB } from '#core/database/tables.ts'

/**
 * A database that tests of one process use one after the other, with its open connections. A new
 * connection costs PostgreSQL tens of milliseconds, because it knows no table yet.
 */
export interface KeptDatabase {
  url: string
  /** Lends an open pool in place of a new one; `end` returns it. */
  connect: typeof connect
  /** Empties the database for the next test, or drops it if the test has changed its schema. */
  giveBack: () => Promise<void>
}
interface Kept {
  url: string
  drop: () => Promise<unknown>
  pools: Map<number | undefined, Pool>
}

const unused: Kept[] = []
const RETURN_MS = 5_000
const REUSED_MAX = 16 * 1024 ** 2 // bytes of tables; deleted rows are not reclaimed

/** Takes a database that no test uses, or makes one. It has the rows of a migrated database only. */
export async function keptDatabase(
  make: () => Promise<{ url: string; drop: () => Promise<unknown> }>,
): Promise<KeptDatabase> {
  const kept = unused.pop() ?? { ...(await make()), pools: new Map<number | undefined, Pool>() }
  const lent: Pool[] = []
  return {
    url: kept.url,
    connect(url, connections, silentMs, isShared) {
      if (url !== kept.url) return connect(url, connections, silentMs, isShared) // through a proxy
      const pool = kept.pools.get(connections) ?? connect(url, connections, silentMs).pool
      kept.pools.set(connections, pool)
      pool.options.allowExitOnIdle = true
      const loan = lend(pool)
      lent.push(loan)
      return { pool: loan, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: loan }) }) }
    },
    async giveBack() {
      const isClean = lent.every(
        ({ ended, totalCount, idleCount }) => ended && totalCount === idleCount,
      )
      if (isClean && (await empty(kept))) unused.push(kept)
      else {
        for (const pool of kept.pools.values()) void pool.end().catch(() => {})
        await kept.drop()
      }
    },
  }
}

/** Returns a pool that can be ended without ending the lent one. Once ended it refuses all queries. */
function lend(pool: Pool): Pool {
  let isEnded = false
  const refuse = () => Promise.reject(new Error('The pool of this test has ended'))
  const own: Record<string | symbol, unknown> = {
    async end() {
      isEnded = true
      const late = AbortSignal.timeout(RETURN_MS)
      while (pool.totalCount > pool.idleCount && !late.aborted)
        await once(pool, 'release', { signal: late }).catch(() => {})
    },
  }
  return new Proxy(pool, {
    get(target, key) {
      if (key in own) return own[key]
      if (key === 'ended' || key === 'ending') return isEnded
      if (isEnded && (key === 'connect' || key === 'query')) return refuse
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Removes the rows that a test has written, and restores those that the migrations wrote. Returns false
 * if the test changed the schema, or connected only by an address of its own.
 */
async function empty({ pools }: Kept): Promise<boolean> {
  const [pool] = pools.values()
  if (!pool) return false
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ empty: boolean }>('select test_start.empty()')
    return rows[0]!.empty
  } finally {
    client.release()
  }
}

/**
 * SQL that prepares the template database: it stores the rows and sequences that migrations leave, and
 * notes changes of the schema. `empty` deletes instead of truncating, since a truncation includes all
 * tables that refer to the accounts. It returns false if the database cannot be used again.
 */
export const PREPARE = `
  create schema test_start;
  create table test_start.change (at timestamptz);
  create view test_start.filled as
    select oid::regclass as name, relname, pg_relation_size(oid) as size from pg_class
    where relkind = 'r' and pg_relation_size(oid) > 0
      and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace);
  do $$
    declare used record;
    begin
      for used in select * from test_start.filled loop
        execute format('create table test_start.%I as table %s', used.relname, used.name);
      end loop;
    end $$;
  create table test_start.sequence as
    select seqrelid::regclass as name, coalesce(pg_sequence_last_value(seqrelid), seqstart) as value,
      pg_sequence_last_value(seqrelid) is not null as is_called
    from pg_sequence;
  create function test_start.empty() returns boolean language plpgsql as $$
    declare used record;
    begin
      if exists (select from test_start.change)
        or (select sum(size) from test_start.filled) > ${REUSED_MAX} then return false; end if;
      set local session_replication_role = replica; -- no triggers, no checks of references
      for used in select *, to_regclass('test_start.' || quote_ident(relname)) as start
          from test_start.filled loop
        execute format('delete from %s', used.name);
        if used.start is not null then
          execute format('insert into %s overriding system value table %s', used.name, used.start);
        end if;
      end loop;
      perform setval(name, value, is_called) from test_start.sequence;
      return true;
    end $$;
  create function test_start.note() returns event_trigger language plpgsql as
    $$ begin insert into test_start.change values (now()); end $$;
  create event trigger note on ddl_command_end execute function test_start.note()`
