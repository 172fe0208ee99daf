import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusal } from '#core/errors.ts'
import { processLock } from '#core/database/process-lock.ts'
import { log } from '#core/log.ts'
import type { Config } from '#src/config.ts'
import { processTitle } from '#src/media/upload/process.ts'
import { changeSettings, getSettings } from '#src/platform/settings/settings.shared.ts'
import {
  setBrandPicture,
  ensureBrand,
  publishedAt,
  uploadTitle,
  waitUntilPublished,
} from './publish.ts'
import { type BrandKey, brands } from './brands.ts'
import { cardDeals, holderOffers, pastDeals, resales } from './deals.ts'
import { makeApiKey } from './api-keys.ts'
import { fillCampaigns } from './campaigns.ts'
import { festival, holdFestival } from './coupons.ts'
import { distribute, distributions } from './distributions.ts'
import { follow } from './following.ts'
import { freeRentals, lendForFree } from './free-rentals.ts'
import { makeLoans } from './loans.ts'
import { draw, draws } from './draws.ts'
import { groups, ensureGroup } from './groups.ts'
import { addExtras, extras } from './extras.ts'
import { type DemoClient, type App, openClient } from './client.ts'
import { DOMAIN, people, type PersonKey } from './people.ts'
import { forRent, offerRental, rent, rentals } from './rentals.ts'
import { signIn, signOut } from './sign-in.ts'
import { editTitle } from './edit-title.ts'
import { makeGifts } from './gifts.ts'
import { makeTrades, wishForTrades } from './swaps.ts'
import { makeDeal, offerCopies, offerFromHolder, type PublishedTitle } from './trade.ts'
import { leaveInTheMiddle } from './watching.ts'
import { welcome } from './welcome.ts'
import { type WorkKey, works } from './works/works.ts'

export { jobTime } from './client.ts'

interface DemoOptions {
  /** The titles to publish; by default all of them. */
  titles?: WorkKey[]
  /** Stops the filling; the next start continues it. */
  signal?: AbortSignal
}

const JOINED_DAYS = 80

/**
 * Fills an empty database with people, brands, titles, offers and past sales, all through the
 * public API. If killed, it continues at the next start. A finished demo world is never made again,
 * and a database with other people is left alone. Returns the number of published titles.
 */
export async function fillDemo(
  app: App,
  config: Config,
  options: DemoOptions = {},
): Promise<number> {
  const release = await processLock(`demo world of ${config.dataDir}`)
  if (!release) return 0 // another process on this folder is filling it
  try {
    if (!(await mayFill(app, config))) return 0
    writeState(config, 'begun')
    const titles = options.titles ?? [...works.keys()]
    const published = await createAll(openClient(app, options.signal), config, titles)
    writeState(config, 'done')
    return published
  } finally {
    release()
  }
}

/** Returns a line about each of four demo people, for the person who starts the program. */
export function introduce(): string[] {
  const four = (['mika', 'ren', 'aoi', 'sora'] as const).map((one) => people[one])
  return four.map(({ email, first_name, story }) => `${email.padEnd(18)} ${first_name} ${story}`)
}

async function createAll(client: DemoClient, config: Config, titles: WorkKey[]): Promise<number> {
  const keys = Object.keys(people) as PersonKey[]
  const inbox = `${config.publicUrl}/dev/inbox.json`
  const joined = client.daysAgo(JOINED_DAYS)
  await Promise.all(keys.map((one) => signIn(client, one, inbox, joined)))
  await setUpPlatform(client, joined)
  await welcome(client, joined)
  const published = await publishAll(client, titles)

  // The past comes first, so that today's earnings do not pay for it.
  for (const one of pastDeals)
    if (published.has(one.work)) await ifPaid(makeDeal(client, one, published.get(one.work)!))
  for (const one of forRent)
    if (published.has(one.work)) await offerRental(client, one, published.get(one.work)!)
  for (const one of rentals)
    if (published.has(one.work)) await ifPaid(rent(client, one, published.get(one.work)!))
  for (const [key, one] of published) await editTitle(client, key, one)
  for (const key of Object.keys(extras) as WorkKey[])
    if (published.has(key)) await addExtras(client, key, published.get(key)!)
  for (const brand of Object.keys(brands) as BrandKey[]) await setBrandPicture(client, brand)
  for (const group of groups) await ensureGroup(client, group, published)
  await fillCampaigns(client, published)
  for (const one of draws) await ifPaid(draw(client, one))
  for (const one of [...cardDeals, ...resales])
    if (published.has(one.work)) await ifPaid(makeDeal(client, one, published.get(one.work)!))
  for (const one of holderOffers)
    if (published.has(one.work)) await offerFromHolder(client, one, published.get(one.work)!)
  for (const one of distributions)
    if (published.has(one.work)) await distribute(client, one, published.get(one.work)!)
  for (const one of freeRentals)
    if (published.has(one.work)) await lendForFree(client, one, published.get(one.work)!)
  await makeTrades(client)
  await makeGifts(client, inbox)
  await makeApiKey(client, inbox)
  await makeLoans(client)
  if (published.has(festival.work)) await holdFestival(client, published.get(festival.work)!)
  await wishForTrades(client)
  await leaveInTheMiddle(client)
  await follow(client)
  await Promise.all(keys.map((one) => signOut(client, one)))
  return published.size
}

/** The invented company that runs the demo world. */
const operator = {
  name: '株式会社連番デモ',
  representative: 'Sora Kanda',
  address: '1-1-1 Demo, Chiyoda-ku, Tokyo 100-0000',
  phone: '03-0000-0000',
  email: `support@${DOMAIN}`,
}

/** Has the administrator enter the company, and allow that people of the demo world become creators. */
async function setUpPlatform(client: DemoClient, at: Date) {
  const settings = await client.call('sora', getSettings, {}, { at })
  if (!('version' in settings) || settings.company_domains !== '') return
  const { version } = settings
  const change = { version, company_domains: DOMAIN, operator, reason: 'demo world' }
  await client.call('sora', changeSettings, change, { at })
}

/** Skips a purchase that the buyer cannot pay. Without some titles, their income is missing too. */
async function ifPaid(purchase: Promise<void>) {
  await purchase.catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== 'balance_not_enough') throw error
  })
}

/**
 * Publishes the titles. While one is processed, the next is uploaded, so that processing never
 * waits.
 */
async function publishAll(
  client: DemoClient,
  titles: WorkKey[],
): Promise<Map<WorkKey, PublishedTitle>> {
  const [published, ids] = [new Map<WorkKey, PublishedTitle>(), new Map<BrandKey, string>()]
  const pending: Promise<void>[] = []
  let processed = Promise.resolve()
  try {
    for (const key of titles) {
      const work = works.get(key)!
      const at = publishedAt(client, work)
      const brand_id = ids.get(work.brand) ?? (await ensureBrand(client, work.brand, at))
      ids.set(work.brand, brand_id)
      const { uuid, kid } = await uploadTitle(client, key, work, brand_id)
      await processed
      const making = processTitle(client.ctxOf(undefined, { at }), { id: uuid })
      pending.push(making.then(() => publish(key, kid)).catch(logFailure(client, key)))
      processed = making.catch(() => {})
    }
  } finally {
    await Promise.all(pending)
  }
  client.signal?.throwIfAborted()
  return published

  async function publish(key: WorkKey, kid: string) {
    await waitUntilPublished(client, works.get(key)!)
    const { published_at } = await client.app.db
      .selectFrom('asset')
      .select('published_at')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow()
    if (!published_at) return // already withdrawn
    const one = { kid, at: new Date(published_at) }
    await offerCopies(client, key, one)
    published.set(key, one)
  }
}

/**
 * Logs a title that could not be made. Without ffmpeg, for example, the films fail and everything
 * else is still made.
 */
const logFailure = (client: DemoClient, key: WorkKey) => (error: unknown) => {
  if (!client.signal?.aborted)
    log('warn', 'demo title could not be made', { subject: works.get(key)!.title, error })
}

/** Returns true if the database has no accounts, or if the demo began to fill it. */
async function mayFill(app: App, config: Config): Promise<boolean> {
  const somebody = await app.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return !somebody || readState(config) === 'begun'
}

type Folder = Pick<Config, 'dataDir'>

/** Tells if the demo world of a data folder is complete. */
export const isDemoMade = (folder: Folder): boolean => readState(folder) === 'done'

const stateFile = ({ dataDir }: Folder) => join(dataDir, 'demo-world')
const writeState = (folder: Folder, state: 'begun' | 'done') =>
  writeFileSync(stateFile(folder), state)

function readState(folder: Folder): string | undefined {
  try {
    return readFileSync(stateFile(folder), 'utf8')
  } catch {
    return undefined
  }
}
