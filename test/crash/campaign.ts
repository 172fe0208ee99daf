import { equal } from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { fromDatabase } from '#core/database/database-error.ts'
import { isRefusal } from '#core/errors.ts'
import {
  createNonce,
  getCurrentAccount,
  logIn,
  sendSignInCode,
  signAccountProof,
} from '#src/accounts/account/account.shared.ts'
import { beginUpload, completeUpload, listUploads } from '#src/media/upload/upload.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { sendMail } from '#src/platform/mail/send.ts'
import { inSnapshot } from '#core/database/db.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'
import { newestCheck, NO_DISPUTES } from '#src/finance/reconciliation/checks.ts'
import { controlProvider } from '../card-purchase.ts'
import { openMarket, settleEverything } from '../market-fixtures.ts'
import { type Random, seededRandom } from '../random.ts'
import { actions, NOTHING, type Outcome } from '../random-actions.ts'
import { addTitles, titleActions, type TitleFixtures } from '../random-title-actions.ts'
import { createTitle } from '../titles.ts'
import { plainPicture, putFile, type TestFile, uploadForm } from '../uploads.ts'
import { type TestApp, travelTo, waitUntil } from '../test-app.ts'
import { type ClientLog, compareWithDatabase, openClientLog, repeatRequests } from './client-log.ts'
import { openFolderObserver } from './observer.ts'
import { openServers, VICTIMS } from './servers.ts'

const DAY_SECONDS = 86_400
const CODE_TRIES = 5 // of a mail with a code
const FINISH_SECONDS = 180 // the time for jobs, refunds and uploads to finish after the last kill
const HURRY_SECONDS = 10 // the time after which failed jobs are tried again
const RESTOCK_KILLS = 15 // after so many kills most copies are rented or frozen
const REPEATED = 200 // requests that are sent again at the end

export interface Plan {
  kills: number
  seed: number
  /** Clients at the same time. */
  clients: number
  /** The longest time between a recovery and the next kill. */
  pauseMs: number
  /** The time after which nothing more is killed. */
  minutes: number
}

interface Campaign extends TitleFixtures {
  log: ClientLog
  picture: TestFile
  /** Uploads whose completion was acknowledged. */
  uploads: string[]
  /** Sessions whose sign-in was acknowledged. */
  tokens: string[]
}
type Action = (campaign: Campaign, random: Random) => Promise<Outcome>

/** Actions of several steps, each with an answer that must not be lost. */
const longActions: Record<string, Action> = {
  'publish a picture': async ({ people, picture, uploads }) => {
    const mika = people[0]!
    const begun = await mika.call(beginUpload, uploadForm(mika, picture))
    if (begun.error) return begun
    equal((await putFile(begun.asset, picture.bytes)).status, 200)
    const done = await mika.call(completeUpload, { upload_id: begun.asset.upload_id })
    if (!done.error) uploads.push(begun.uuid)
    return done
  },
  'sign in': async ({ here, tokens }, random) => {
    const email = `guest${random(1_000_000)}@example.test`
    const sent = (await here.call(sendSignInCode, { email, purpose: 'sign_in' })) as Outcome
    if (sent?.error) return sent
    const mails = await waitUntil(
      () => here.inbox(email),
      ({ length }) => length > 0,
    )
    const { nonce } = await here.call(createNonce, {})
    const code = mails[0]?.code
    if (!code) return NOTHING
    const proof = await here.call(signAccountProof, { email, code, nonce })
    if (proof.error) return proof
    const session = await here.call(logIn, proof)
    if (!session.error) tokens.push(session.token)
    return session
  },
}
const all: Record<string, Action> = { ...actions, ...titleActions, ...longActions }
// A month that ended has payouts only if time is set; the servers here follow real time.
for (const name of ['export the bank file', 'import bank results']) delete all[name]

/** The servers of a campaign, and those who use them. */
export interface Ground {
  here: TestApp
  log: ClientLog
  /** What can be killed. The first kills take one of each. */
  victims: readonly string[]
  /** Kills one of them and returns the seconds until it works again. */
  kill: (victim: string) => Promise<number>
  /** The lines with errors that the servers logged. */
  errors: string[]
}

/** Runs a campaign on a web server, a worker and their PostgreSQL in a data folder. */
export async function runCampaign(plan: Plan, say: (line: string) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'renban-crash-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const servers = await openServers(folder)
  const log = openClientLog(() => servers.url)
  const here = await openFolderObserver(folder, servers.url, log.callOf)
  try {
    const { kill, errors } = servers
    return await runCampaignOn({ here, log, victims: VICTIMS, kill, errors }, plan, say)
  } finally {
    await here.close()
    await servers.stop()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Kills servers at random while people do everything at once, and compares what they were told with
 * what was kept. Returns the figures; `faults` is empty if nothing was lost, doubled or broken.
 */
export async function runCampaignOn(ground: Ground, plan: Plan, say: (line: string) => void) {
  const begun = performance.now()
  const { here, log } = ground
  const market = await addTitles(await openMarket(here))
  const change = { version: 0, reason: 'trades with yen', trade_top_up_enabled: true }
  equal((await market.sora.call(changeSettings, change)).error, undefined)
  const extra = { log, picture: await plainPicture(64, 64), uploads: [], tokens: [] }
  const campaign: Campaign = Object.assign(market, extra)
  const done = new Map<string, number>()
  const stopping = new AbortController()
  const clients = Array.from({ length: plan.clients }, (_, i) =>
    keepTrying(campaign, seededRandom(plan.seed, 1, i), done, stopping.signal),
  )
  const { kills, seconds } = await killAll(ground, campaign, plan, say).finally(() =>
    stopping.abort(),
  )
  await Promise.all(clients)
  const faults = await faultsOf(campaign)
  const minutes = (performance.now() - begun) / 60_000
  const { entries, counts } = log
  return {
    ...plan,
    kills,
    load: round(loadavg()[2]!), // of the machine, over fifteen minutes
    restart: { median: quantile(seconds, 0.5), most: quantile(seconds, 1) },
    ...counts,
    acknowledged: entries.length,
    minutes: round(minutes),
    did: Object.fromEntries([...done].toSorted(([x], [y]) => (x < y ? -1 : 1))),
    undone: Object.keys(all).filter((name) => !done.has(name)),
    errors: countErrors(ground.errors),
    faults,
  }
}

/** Does random actions until stopped. */
async function keepTrying(
  campaign: Campaign,
  random: Random,
  done: Map<string, number>,
  end: AbortSignal,
) {
  const names = Object.keys(all)
  while (!end.aborted) {
    const name = names[random(names.length)]!
    try {
      const outcome = await all[name]!(campaign, random)
      if (!outcome?.error) done.set(name, (done.get(name) ?? 0) + 1)
    } catch (error) {
      if (!isCutOff(error)) campaign.log.faults.push(`${name}: ${String(error)}`)
    }
    await sleep(random(40))
  }
}

/** Tells errors of a server that was killed from those of the program. */
const isCutOff = (error: unknown) =>
  error instanceof TypeError || error instanceof SyntaxError || isRefusal(fromDatabase(error))

async function killAll(
  { kill, victims }: Ground,
  campaign: Campaign,
  { kills, seed, pauseMs, minutes }: Plan,
  say: (line: string) => void,
) {
  const random = seededRandom(seed, 0)
  const seconds: number[] = []
  const counts: Record<string, number> = {}
  const end = performance.now() + minutes * 60_000
  for (let i = 0; i < kills && performance.now() < end; i++) {
    if (i % RESTOCK_KILLS === RESTOCK_KILLS - 1) await restock(campaign)
    await sleep(random(pauseMs))
    const victim = victims[i < victims.length ? i : random(victims.length)]!
    const took = await kill(victim)
    counts[victim] = (counts[victim] ?? 0) + 1
    seconds.push(took)
    say(`${i + 1} ${victim} ${round(took)} s`)
  }
  return { kills: counts, seconds }
}

/** Gives the market new titles. */
async function restock(campaign: Campaign) {
  const film = await createTitle(campaign.here, campaign.people[0]!, { copies: 40, price: 1_000 })
  Object.assign(campaign, { film, held: [] })
  await addTitles(campaign)
}

/**
 * Selects the jobs that are due, that failed and wait for another try, or that failed for the last time.
 * Leaves out recurring jobs, which never end. The queue ends a job that another one replaces and removes
 * its key. A mailed code is not tried for long, because it expires.
 */
const unfinishedJobs = () => sql<object>`
  select identifier, attempts, last_error, now() - run_at as late
  from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id
  where (attempts < max_attempts and key is distinct from 'every ' || identifier
      and (run_at < now() or attempts > 0))
    or (attempts >= max_attempts and max_attempts > ${CODE_TRIES}
      and (key is not null or identifier = ${sendMail.name}))`

/** Makes failed jobs due now: after some kills the queue would try them again only in minutes. */
const hurryFailedJobs = () => sql`
  select graphile_worker.reschedule_jobs(array_agg(id), now())
  from graphile_worker._private_jobs
  where attempts > 0 and attempts < max_attempts and run_at > now() and locked_at is null`

/**
 * Waits until the provider has delivered its events and all jobs have ended. Returns those that have
 * not. Payments are compared only after this, because a job may still have to post one.
 */
async function finishJobs({ here }: Campaign): Promise<object[]> {
  const { db } = here.app
  const undelivered = async () =>
    (await controlProvider(here, {})).events.filter(({ delivered }) => !delivered)
  const left = await waitUntil(undelivered, ({ length }) => length === 0, FINISH_SECONDS)
  if (left.length > 0) return left
  const open = async () => (await unfinishedJobs().execute(db)).rows
  const end = Date.now() + FINISH_SECONDS * 1_000
  let jobs: object[]
  do {
    await hurryFailedJobs().execute(db)
    jobs = await waitUntil(open, ({ length }) => length === 0, HURRY_SECONDS)
  } while (jobs.length > 0 && Date.now() < end)
  return jobs
}

/** Lets everything finish, then lists what was lost, doubled or broken. */
async function faultsOf(campaign: Campaign): Promise<string[]> {
  const { here, people, sora, log, uploads, tokens } = campaign
  const { db } = here.app
  const faults = log.faults
  faults.push(...(await repeatRequests(log, [...people, sora], REPEATED)))
  await controlProvider(here, { do: 'resume' })
  for (const dispute of campaign.disputes) await controlProvider(here, { do: 'win', dispute })
  await finishJobs(campaign)
  await settleEverything(here).catch((error: unknown) => faults.push(String(error)))
  const left = await finishJobs(campaign)
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await here.run('books.reconcile') // once more, after the last job
  faults.push(...left.map((job) => `unfinished: ${JSON.stringify(job)}`))
  for (const uuid of uploads) {
    const look = () => people[0]!.call(listUploads, { uuid, include_mint: true })
    const isDone = ({ items }: Awaited<ReturnType<typeof look>>) => items[0]?.status === 'done'
    const { items } = await waitUntil(look, isDone, FINISH_SECONDS)
    if (items[0]?.minted?.copies_count !== 3)
      faults.push(`upload ${uuid} is ${items[0]?.status ?? 'lost'}`)
  }
  for (const token of tokens) {
    const answer = await log.callOf({ account_id: '', token })(getCurrentAccount, {})
    if (answer.error) faults.push(`a session is lost: ${answer.error.code}`)
  }
  faults.push(...(await compareWithDatabase(db, log)))
  const differences = [
    ...(await inSnapshot({ db }, differencesIn)),
    ...(await newestCheck(db, 'card'))!.differences.filter(
      ({ sentence }) => sentence !== NO_DISPUTES,
    ),
  ]
  return [...faults, ...differences.map((one) => `the books differ: ${JSON.stringify(one)}`)]
}

/** Counts the errors that the servers logged, without those of jobs: they are tried again. */
function countErrors(lines: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines.filter((text) => text.startsWith('{'))) {
    const { what } = JSON.parse(line) as { what: string }
    if (what !== 'worker') counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

const round = (number: number) => Math.round(number * 10) / 10
const quantile = (numbers: number[], part: number) =>
  round(numbers.toSorted((a, b) => a - b)[Math.ceil(part * numbers.length) - 1]!)
