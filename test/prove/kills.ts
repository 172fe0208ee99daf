import { deepEqual } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { openClientLog } from '../crash/client-log.ts'
import { runCampaignOn } from '../crash/campaign.ts'
import { openObserver } from '../crash/observer.ts'
import { within } from './engine.ts'
import type { Product } from './product.ts'
import { configOf, isOpen, SHOP_URL, type Stand } from './stand.ts'
import type { Claim } from './table.ts'

const BACK_SECONDS = 60
const MINUTES_MAX = 120
const CLIENTS = 8

/** Kills every part under load, and proves that nothing acknowledged was lost or doubled. */
export async function proveKills(stand: Stand, product: Product, kills: number, claim: Claim) {
  await claim(
    'kills',
    `${kills} kills over web, worker, pooler, proxy and database: 0 acknowledged lost, 0 doubled`,
    async () => {
      const config = configOf(stand)
      const log = openClientLog(() => SHOP_URL)
      const here = await openObserver({
        config,
        addresses: { card: config.card!, mail: config.mail!, storage: config.storage! },
        databaseUrl: stand.directUrl,
        url: stand.card.url,
        inbox: stand.exim.inbox,
        callOf: log.callOf,
      })
      const seed = randomInt(2 ** 31)
      console.log(`  seed ${seed}`)
      const plan = { kills, seed, clients: CLIENTS, pauseMs: 2_000, minutes: MINUTES_MAX }
      const killers = killersOf(stand, product)
      const kill = async (victim: string) => {
        const began = performance.now()
        await killers[victim]!()
        await within(BACK_SECONDS, isOpen)
        return (performance.now() - began) / 1_000
      }
      const ground = { here, log, victims: Object.keys(killers), kill, errors: product.errors }
      try {
        const figures = await runCampaignOn(ground, plan, (line) => console.log(`  ${line}`))
        console.log(JSON.stringify(figures, undefined, 2))
        const killed = Object.values(figures.kills).reduce((sum, of) => sum + of, 0)
        deepEqual({ killed, faults: figures.faults }, { killed: kills, faults: [] })
        const { acknowledged, restart, minutes } = figures
        return `${kills} kills in ${minutes} minutes, ${acknowledged} requests acknowledged; open again after ${restart.median} s in the middle, ${restart.most} s at most`
      } finally {
        await here.close()
      }
    },
  )
  await claim('books', 'npm run books finds them in order', async () => {
    const { PATH, HOME } = process.env as Record<string, string>
    const env = { PATH, HOME, ...stand.env, DATA_DIR: configOf(stand).dataDir }
    const said = execFileSync(process.execPath, ['bin/books.mjs'], { env, encoding: 'utf8' })
    return `${said.match(/^ok /gm)!.length} sentences hold`
  })
}

function killersOf({ postgres, poolers, useProxy }: Stand, { web, workers }: Product) {
  let turn = 0
  const oneOf = <T>(of: T[]) => of[turn++ % of.length]!
  return {
    web: () => oneOf(web).restart('SIGKILL'),
    worker: () => oneOf(workers).restart('SIGKILL'),
    pooler: () => poolers[1]!.restart(), // of the server that was promoted
    proxy: () => useProxy('haproxy', 'SIGKILL'),
    database: () => postgres.restart(),
  } as Record<string, () => Promise<unknown>>
}
