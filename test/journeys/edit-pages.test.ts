import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import type { Person } from '../people.ts'
import { unusedId } from '../owned-fixtures.ts'

const pages = await builtPages()

test('BR-04 RT-11 RT-12 every page that edits a title, brand or group answers 401 to guests, 403 without the role, and 403 to other creators, but 404 for a group', async (t) => {
  const { here, mika, kids, brand, make } = await brandFixtures(t, 1, { pages })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { key } = await make('Winter Set', kids)
  const statusOf = async (path: string, who?: Person) => {
    const headers = who && { cookie: `session=${who.token}` }
    return (await fetch(here.url + path, { ...(headers && { headers }) })).status
  }
  const editPages = (kid: string, account: string, group: string) => [
    `/asset/${kid}/edit`,
    `/asset/${kid}/created`,
    `/asset/${kid}/extras`,
    `/asset/${kid}/reserved`,
    `/asset/${kid}/preview`,
    `/asset/created/${kid}/serials`,
    `/brand/edit?account=${account}`,
    `/brand/seller?account=${account}`,
    `/group/edit?key=${group}`,
  ]
  // A group is found by its key among the caller's own: others get the answer for an unknown one.
  for (const path of editPages(kids[0]!, brand.account, key)) {
    const statuses = [await statusOf(path), await statusOf(path, ren), await statusOf(path, sora)]
    statuses.push(await statusOf(path, aoi), await statusOf(path, mika))
    deepEqual(statuses, [401, 403, 403, path.startsWith('/group') ? 404 : 403, 200], path)
  }
  for (const path of editPages(unusedId(kids[0]!), 'nobody', unusedId(key)))
    deepEqual(await statusOf(path, aoi), 404, path)
})
