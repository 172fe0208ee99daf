import type { TestContext } from 'node:test'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import type { Place, Somebody } from './people.ts'
import { title } from './titles.ts'
import { testApp } from './test-app.ts'

/** A creator with one brand and so many titles in it. */
export async function studio(
  t: TestContext,
  count: number,
  options?: Parameters<typeof testApp>[1],
) {
  const here = await testApp(t, options)
  const mika = await here.person('Mika', { role: 'ORH' })
  const account = 'kita-eiga'
  const brand = await mika.call(createBrand, { name: 'Kita Eiga', account })
  const kids: string[] = []
  for (let i = 0; i < count; i++) kids.push(await inBrand(here, mika, brand.id))
  const make = (name: string, sorted_contents: string[] = []) =>
    mika.call(createGroup, { name, brand_id: brand.id, sorted_contents })
  return { here, mika, brand, kids, make }
}

/** A title of two copies on sale in a brand, and in none of its own. */
export async function inBrand(here: Pick<Place, 'app' | 'clock'>, who: Somebody, brand_id: string) {
  const { kid } = await title(here, who, { copies: 2, price: 500 })
  const own = await who.call(getAsset, { id: kid })
  await who.call(updateAsset, { kid, brand_id: null })
  await who.call(updateAsset, { kid, brand_id })
  await here.app.db.deleteFrom('brand').where('id', '=', own.brand_id).execute()
  return kid
}
