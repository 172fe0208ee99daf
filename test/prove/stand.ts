import { join } from 'node:path'
import { connect } from '#core/database/db.ts'
import { readConfig } from '#src/config.ts'
import { storedSecrets, storedSigningPair } from '#src/secrets.ts'
import { createPerson, type PersonOptions, type RunningApp } from '../people.ts'
import { openPgBouncer } from '../pgbouncer.ts'
import { openCard } from './card.ts'
import { certificateIn, FILES, SHOP } from './certificate.ts'
import { type Engine, type Ends, Missing, need, within } from './engine.ts'
import { openExim } from './exim.ts'
import { loadHaproxy, startHaproxy } from './haproxy.ts'
import { loadNginx, startNginx } from './nginx.ts'
import { openPostgres } from './postgres.ts'
import type { Env } from './product.ts'
import { openRadosgw } from './radosgw.ts'
import { openStorage } from './storage.ts'

export const SHOP_URL = `https://${SHOP}`
const SESSIONS = 20 // of each pooler: far fewer than the connections of the processes
const READY_SECONDS = 30

export type Stand = Awaited<ReturnType<typeof openStand>>
export type Proxy = 'haproxy' | 'nginx'

/** Starts everything around the product: databases, poolers, proxies, mail server and storage. */
export async function openStand(ends: Ends, folder: string) {
  need('/usr/sbin/pgbouncer')
  const certificate = certificateIn(folder)
  const files = {
    haproxy: loadHaproxy(folder, certificate),
    nginx: loadNginx(folder, certificate),
  }
  const postgres = await openPostgres(ends)
  const poolers = await Promise.all(
    [postgres.primary, postgres.standby].map(async (url) => {
      const pooler = await openPgBouncer(url, 'transaction', SESSIONS)
      ends.after(() => pooler.stop())
      return pooler
    }),
  )
  const card = await openCard(ends, folder, SHOP_URL)
  const exim = await openExim(ends, folder)
  const radosgw = await openRadosgw(ends, folder).catch((error: unknown) => {
    if (error instanceof Missing) return error
    throw error
  })
  const storage = radosgw instanceof Missing ? await openStorage(ends, folder) : radosgw
  const directUrl = anyOf([postgres.primary, postgres.standby])
  const { secret, keyRing } = storedSecrets(folder)
  const { certificates, key } = storedSigningPair(folder)
  const env: Env = {
    DEMO: '0',
    DRAIN_SECONDS: '5',
    PUBLIC_URL: SHOP_URL,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SECRET: secret,
    KEY_RING: keyRing,
    DOWNLOAD_CERTIFICATES: certificates,
    DOWNLOAD_KEY: key,
    SMTP_URL: exim.url,
    MAIL_FROM: 'Renban <post@renban.example>',
    S3_PUBLIC_ENDPOINT: `https://${FILES}`,
    ...storage,
    ...card.env,
    DATABASE_URL: anyOf(poolers.map(({ url }) => url)),
    DATABASE_DIRECT_URL: directUrl,
  }
  const start = { haproxy: startHaproxy, nginx: startNginx }
  let proxy: { name: Proxy; engine: Engine } | undefined
  ends.after(() => proxy?.engine.end())
  /** Ends the proxy that runs and starts the other one, or the same one again. */
  async function useProxy(name: Proxy, signal: NodeJS.Signals = 'SIGTERM') {
    await proxy?.engine.end(signal)
    proxy = { name, engine: start[name](folder, files[name]) }
    await within(READY_SECONDS, isOpen)
  }
  return { folder, postgres, poolers, card, exim, radosgw, env, directUrl, useProxy }
}

/** Throws if the shop does not answer by way of the proxy. */
export async function isOpen() {
  const response = await fetch(`${SHOP_URL}/readyz`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`the shop answers ${response.status}`)
}

/** Returns the address of those servers of a group that take writes. */
const anyOf = (urls: string[]) => {
  const hosts = urls.map((url) => new URL(url).host).join(',')
  return `postgres://postgres@${hosts}/renban?target_session_attrs=read-write`
}

/** Opens a database beside the product, for preparing and for looking, as tests do. */
export function openShop(databaseUrl: string, ends: Ends) {
  const { db, pool } = connect(databaseUrl, 4)
  ends.after(() => pool.end())
  const here: RunningApp = {
    url: SHOP_URL,
    app: { db },
    clock: { get now() { return new Date() } }, // oxfmt-ignore
  }
  return {
    ...here,
    db,
    person: (name: string, options?: PersonOptions) => createPerson(here, name, options),
  }
}
export type Shop = ReturnType<typeof openShop>

/** Returns the configuration of a product's environment, for the app of an observer. */
export const configOf = ({ folder, env }: Pick<Stand, 'folder' | 'env'>) =>
  readConfig({ ...env, DATA_DIR: join(folder, 'observer') })
