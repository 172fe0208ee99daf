import type { Ends } from './engine.ts'
import { proveFailover } from './failover.ts'
import { proveKills } from './kills.ts'
import { provePoolers } from './poolers.ts'
import { openProduct } from './product.ts'
import { proveProxies } from './proxies.ts'
import { proveSales } from './sales.ts'
import { openStand, openShop } from './stand.ts'
import type { Claim } from './table.ts'
import { proveVendors } from './vendors.ts'
import { proveWorkers } from './workers.ts'

const KILLS = Number(process.env.PROVE_KILLS ?? 250)

/** Proves one claim after the other. A failover comes late: the first server does not come back. */
export async function proveAll(folder: string, ends: Ends, claim: Claim) {
  const stand = await openStand(ends, folder)
  await provePoolers(stand, ends, claim)
  const product = await openProduct(folder, stand.env)
  ends.after(() => product.stop())
  const shop = openShop(stand.directUrl, ends)
  await stand.useProxy('haproxy')
  await proveProxies(stand, product, shop, claim)
  await proveSales(product, shop, claim)
  await proveVendors(stand, shop, claim)
  await proveWorkers(stand, product, shop, claim)
  await proveFailover(stand, product, shop, claim)
  await proveKills(stand, product, KILLS, claim)
}
