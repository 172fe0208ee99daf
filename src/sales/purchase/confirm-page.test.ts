import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'

const pages = await builtPages()

test('RT-23 RT-24 SH-04 the last page before paying asks guests to sign in, and takes the cheapest copy if none is named', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await rentalTitle(here, mika, { copies: 3, for_sale: 2 })
  const { kid } = await createTitle(here, mika, { copies: 1 })
  const listed = here.app.db.updateTable('listing').set({ sale_price: 900 })
  await listed.where('asset_token_id', '=', film.tokens.get(2)!).execute()
  const open = async (path: string, who?: Person) => {
    const headers = who ? { cookie: `session=${who.token}` } : undefined
    const answer = await fetch(here.url + path, { redirect: 'manual', ...(headers && { headers }) })
    return [answer.status, answer.headers.get('location')]
  }
  for (const kind of ['purchase', 'rental'])
    deepEqual(await open(`/payment/${kind}/${film.kid}`), [401, null])
  deepEqual(await open(`/payment/purchase/${film.kid}`, ren), [
    302,
    `/payment/purchase/${film.kid}?no=2`,
  ])
  deepEqual(await open(`/payment/rental/${film.kid}`, ren), [
    302,
    `/payment/rental/${film.kid}?no=3`,
  ])
  equal((await open(`/payment/purchase/${film.kid}?no=2`, ren))[0], 200)
  deepEqual(await open(`/payment/purchase/${kid}`, ren), [302, `/asset/${kid}`])
  deepEqual(await open(`/payment/rental/${kid}`, ren), [302, `/asset/rental/${kid}`])
})
