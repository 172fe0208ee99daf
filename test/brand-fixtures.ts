import type { TestContext } from 'node:test'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import type { RunningApp, Person } from './people.ts'
import { createTitle } from './titles.ts'
import { testApp } from './test-app.ts'

/** Opens a test app with a creator, one brand and `count` titles in it. */
export async function brandFixtures(
  t: TestContext,
  count: number,
  options?: Parameters<typeof testApp>[1],
) {
  const here = await testApp(t, options)
  const mika = await here.person('Mika', { role: 'ORH' })
  const account = 'kita-eiga'
  const brand = await mika.call(createBrand, { name: 'Kita Eiga', account })
  const kids: string[] = []
  for (let i = 0; i < count; i++) kids.push(await titleInBrand(here, mika, brand.id))
  const make = (name: string, sorted_contents: string[] = []) =>
    mika.call(createGroup, { name, brand_id: brand.id, sorted_contents })
  return { here, mika, brand, kids, make }
}

/** Creates a title of a few copies on sale in a brand, and deletes the brand made with it. */
export async function titleInBrand(
  here: Pick<RunningApp, 'app' | 'clock'>,
  who: Person,
  brand_id: string,
  copies = 2,
) {
  const { kid } = await createTitle(here, who, { copies, price: 500 })
  const own = await who.call(getAsset, { id: kid })
  await who.call(updateAsset, { kid, brand_id: null })
  await who.call(updateAsset, { kid, brand_id })
  await here.app.db.deleteFrom('brand').where('id', '=', own.brand_id).execute()
  return kid
}
