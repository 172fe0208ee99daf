import type { TestContext } from 'node:test'
import * as shape from '#src/catalog/allowlist/allowlist.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { Somebody } from './people.ts'
import { title, type TitleOptions } from './titles.ts'
import { testApp } from './test-app.ts'

/** Mika's film of ten numbers, all on sale; Ren, Aoi and Eve want some. */
export async function premiere(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const [mika, ren, aoi, eve] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Ren', { balance: 9_000 }),
    here.person('Aoi', { balance: 9_000 }),
    here.person('Eve', { role: 'ORH', balance: 9_000 }),
  ])
  const film = await title(here, mika, { copies: 10, price: 300, ...options })
  const ids = (numbers: number[]) => numbers.map((number) => film.tokens.get(number)!)
  const reserve = (more: object = {}) =>
    mika.call(shape.createAllowlist, { kid: film.kid, name: 'Friends', ...more })
  const name = (id: string, text: string, more: object = {}) =>
    mika.call(shape.addPeople, { id, text, ...more })
  const statusOf = async (who: Pick<Somebody, 'call'>, number: number) => {
    const { items } = await who.call(listSerials, { id: film.kid, from: number, to: number })
    return items[0]!.status
  }
  const buy = (who: Somebody, number: number) => who.call(purchaseForFree, film.order(number, 300))
  const asks = (who: Somebody, number: number) =>
    who.call(shape.getAcquisitionRestriction, { asset_token_id: film.tokens.get(number)! })
  return { here, mika, ren, aoi, eve, film, ids, reserve, name, statusOf, buy, asks }
}
