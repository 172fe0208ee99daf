import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusal } from '#core/errors.ts'
import { processLock } from '#core/database/process-lock.ts'
import { log } from '#core/log.ts'
import type { Config } from '#src/config.ts'
import { processTitle } from '#src/media/upload/process.ts'
import { dressBrand, openBrand, outAt, sendWork, untilOut } from './bring-out.ts'
import { type BrandKey, brands } from './brands.ts'
import { cardDeals, offersOfHolders, pastDeals, resales } from './deals.ts'
import { draw, draws } from './draws.ts'
import { groups, openGroup } from './groups.ts'
import { type Host, type App, openHost } from './host.ts'
import { people, type PersonKey } from './people.ts'
import { forRent, lend, rent, rentals } from './rentals.ts'
import { signIn, signOut } from './sign-in.ts'
import { tendTitle } from './tend.ts'
import { deal, offerCopies, offerHeld, type Out } from './trade.ts'
import { type WorkKey, works } from './works/works.ts'

export { jobTime } from './host.ts'

interface How {
  /** The titles to make; all of them if nothing is said. */
  titles?: WorkKey[]
  /** Stops it where it is; the next start goes on from there. */
  signal?: AbortSignal
}

const JOINED_DAYS = 80

/**
 * Fills an empty house with people, brands, titles, offers and past sales, all by the calls that
 * everybody uses. Killed in the middle it goes on at the next start; a finished world is never
 * made again, and one with people of its own is left alone. Answers how many titles are out.
 */
export async function fillDemo(app: App, config: Config, how: How = {}): Promise<number> {
  const letGo = await processLock(`demo world of ${config.dataDir}`)
  if (!letGo) return 0 // another process on this folder is at it
  try {
    if (!(await isOurs(app, config))) return 0
    note(config, 'begun')
    const titles = how.titles ?? [...works.keys()]
    const out = await make(openHost(app, how.signal), config, titles)
    note(config, 'done')
    return out
  } finally {
    letGo()
  }
}

/** Who lives here, in a line each: for whoever starts the program. */
export function introduce(): string[] {
  const four = (['mika', 'ren', 'aoi', 'sora'] as const).map((one) => people[one])
  return four.map(({ email, first_name, story }) => `${email.padEnd(18)} ${first_name} ${story}`)
}

async function make(host: Host, config: Config, titles: WorkKey[]): Promise<number> {
  const who = Object.keys(people) as PersonKey[]
  const inbox = `${config.publicUrl}/dev/inbox.json`
  const joined = host.daysAgo(JOINED_DAYS)
  await Promise.all(who.map((one) => signIn(host, one, inbox, joined)))
  const out = await bringOutAll(host, titles)

  const deals = [...cardDeals, ...resales, ...pastDeals]
  for (const one of deals) if (out.has(one.work)) await ifPaid(deal(host, one, out.get(one.work)!))
  for (const one of offersOfHolders)
    if (out.has(one.work)) await offerHeld(host, one, out.get(one.work)!)
  for (const one of forRent) if (out.has(one.work)) await lend(host, one, out.get(one.work)!)
  for (const one of rentals)
    if (out.has(one.work)) await ifPaid(rent(host, one, out.get(one.work)!))
  for (const [key, one] of out) await tendTitle(host, key, one)
  for (const brand of Object.keys(brands) as BrandKey[]) await dressBrand(host, brand)
  for (const group of groups) await openGroup(host, group, out)
  for (const one of draws) await ifPaid(draw(host, one))
  await Promise.all(who.map((one) => signOut(host, one)))
  return out.size
}

/** With titles missing, what they would have earned is missing too: who cannot pay does not buy. */
async function ifPaid(dealing: Promise<void>) {
  await dealing.catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== 'balance_not_enough') throw error
  })
}

/** While one title is processed the next is sent, so that there is always one to go on with. */
async function bringOutAll(host: Host, titles: WorkKey[]): Promise<Map<WorkKey, Out>> {
  const [out, ids] = [new Map<WorkKey, Out>(), new Map<BrandKey, string>()]
  const published: Promise<void>[] = []
  let processed = Promise.resolve()
  try {
    for (const key of titles) {
      const work = works.get(key)!
      const at = outAt(host, work)
      const brand_id = ids.get(work.brand) ?? (await openBrand(host, work.brand, at))
      ids.set(work.brand, brand_id)
      const { uuid, kid } = await sendWork(host, key, work, brand_id)
      await processed
      const making = processTitle(host.ctxOf(undefined, { at }), { id: uuid })
      published.push(making.then(() => publish(key, kid)).catch(unmade(host, key)))
      processed = making.catch(() => {})
    }
  } finally {
    await Promise.all(published)
  }
  host.signal?.throwIfAborted()
  return out

  async function publish(key: WorkKey, kid: string) {
    await untilOut(host, works.get(key)!)
    const { published_at } = await host.app.db
      .selectFrom('asset')
      .select('published_at')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow()
    if (!published_at) return // it was taken back already
    const one = { kid, at: new Date(published_at) }
    await offerCopies(host, key, one)
    out.set(key, one)
  }
}

/** Without ffmpeg, say, there are no films: the rest of the world is made all the same. */
const unmade = (host: Host, key: WorkKey) => (error: unknown) => {
  if (!host.signal?.aborted)
    log('warn', 'demo title could not be made', { subject: works.get(key)!.title, error })
}

/** Ours to fill: nobody lives here yet, or it was us who began. */
async function isOurs(app: App, config: Config): Promise<boolean> {
  const somebody = await app.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return !somebody || noted(config) === 'begun'
}

const noteFile = ({ dataDir }: Config) => join(dataDir, 'demo-world')
const note = (config: Config, state: 'begun' | 'done') => writeFileSync(noteFile(config), state)

function noted(config: Config): string | undefined {
  try {
    return readFileSync(noteFile(config), 'utf8')
  } catch {
    return undefined
  }
}
