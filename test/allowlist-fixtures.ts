import type { TestContext } from 'node:test'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { Person } from './people.ts'
import { createTitle, type TitleOptions } from './titles.ts'
import { testApp } from './test-app.ts'

/** Opens a test app with Mika's title of ten copies, all on sale, and three buyers. */
export async function allowlistFixtures(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const [mika, ren, aoi, eve] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Ren', { balance: 9_000 }),
    here.person('Aoi', { balance: 9_000 }),
    here.person('Eve', { role: 'ORH', balance: 9_000 }),
  ])
  const film = await createTitle(here, mika, { copies: 10, price: 300, ...options })
  const ids = (numbers: number[]) => numbers.map((number) => film.tokens.get(number)!)
  const reserve = (more: object = {}) =>
    mika.call(allowlists.createAllowlist, { kid: film.kid, name: 'Friends', ...more })
  const add = (id: string, text: string, more: object = {}) =>
    mika.call(allowlists.addPeople, { id, text, ...more })
  const statusOf = async (who: Pick<Person, 'call'>, number: number) => {
    const { items } = await who.call(listSerials, { id: film.kid, from: number, to: number })
    return items[0]!.status
  }
  const buy = (who: Person, number: number) => who.call(purchaseForFree, film.order(number, 300))
  const restrictionFor = (who: Person, number: number) =>
    who.call(allowlists.getAcquisitionRestriction, { asset_token_id: film.tokens.get(number)! })
  return { here, mika, ren, aoi, eve, film, ids, reserve, add, statusOf, buy, restrictionFor }
}
