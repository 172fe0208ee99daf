import { equal } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { processUpload } from '#src/media/upload/upload.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { createTitle } from '../titles.ts'
import { sendFiles, smallFiles, waitForUpload } from '../uploads.ts'
import { within } from './engine.ts'
import type { Product, Server } from './product.ts'
import { isOpen, SHOP_URL, type Stand, type Shop } from './stand.ts'
import type { Claim } from './table.ts'

const PRICE = 1_000
const PROBES = 40
const PROBE_MS = 200 // together longer than three checks of the proxy
const BACK_SECONDS = 60
const LOCK_SECONDS = 30

/** Proves that pages do not depend on workers, and workers not on each other. */
export async function proveWorkers(stand: Stand, product: Product, shop: Shop, claim: Claim) {
  const { web, workers } = product
  const mika = await shop.person('Work-Mika', { role: 'ORH' })
  await claim('workers', 'workers that stand still take no page offline', async () => {
    const film = await createTitle(shop, mika, { copies: 1, price: PRICE })
    const ren = await shop.person('Work-Ren', { balance: PRICE })
    for (const { child } of workers) child.kill('SIGSTOP')
    try {
      equal((await ren.call(purchaseForFree, film.order(1, PRICE))).status, 'settled')
      await sql`update graphile_worker._private_jobs set run_at = now() - interval '5 minutes'
        where locked_at is null`.execute(shop.db)
      for (const { url } of web) equal(await statusOf(`${url}/workerz`), 503)
      for (let i = 0; i < PROBES; i++) {
        for (const { url } of web) equal(await statusOf(`${url}/readyz`), 200)
        equal(await statusOf(SHOP_URL), 200)
        await sleep(PROBE_MS)
      }
    } finally {
      for (const { child } of workers) child.kill('SIGCONT')
    }
    await within(BACK_SECONDS, async () => equal(await statusOf(`${web[0]!.url}/workerz`), 200))
    await within(BACK_SECONDS, async () => {
      equal((await stand.exim.inbox(ren.email)).length > 0, true, 'no mail')
    })
    return `jobs 5 minutes late, ${PROBES} pages answered, then the mail came`
  })
  await claim('workers', 'the other worker takes over the job of one that is killed', async () => {
    const [first, second] = workers as [Server, Server]
    second.child.kill('SIGSTOP') // so that the first takes the job
    const { film } = await smallFiles()
    const { uuid } = await sendFiles(mika, { asset: film })
    await within(LOCK_SECONDS, async () => equal(await isProcessed(shop), true, 'nobody took it'))
    second.child.kill('SIGCONT')
    const began = performance.now()
    first.child.kill('SIGKILL')
    const upload = await waitForUpload(mika, uuid)
    const took = Math.round((performance.now() - began) / 1_000)
    await first.restart('SIGKILL')
    equal(upload.status, 'done')
    return `the title was there after ${took} s`
  })
  await within(BACK_SECONDS, isOpen)
}

async function isProcessed({ db }: Shop): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where identifier = ${processUpload.name} and locked_at is not null`.execute(db)
  return rows.length > 0
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}
