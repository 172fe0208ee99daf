import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { addPeople, listPeople, removePeople } from '#src/catalog/allowlist/allowlist.shared.ts'
import { openFreeRental } from '#src/catalog/free-rental/free-rental.ts'
import { freeRentalFixtures, lentForFree, rentFree } from '../../../test/free-rentals.ts'
import { mailAbout } from '../../../test/gifts.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { type TestApp, travelTo } from '../../../test/test-app.ts'
import { tellAdded } from './due.ts'
import { endFreeRental } from './free-rental.shared.ts'

const told = async (here: TestApp, address: string) =>
  (await here.inbox(address)).filter(({ subject }) => /for free/.test(subject)).length

test('FR-01 a person who is added to an open free rental is told once and rents; one who is removed cannot', async (t) => {
  const { here, mika, ren, aoi, film } = await freeRentalFixtures(t)
  const { allowlist_id: id } = await lentForFree(mika, film, [1, 2])
  await mailAbout(here, 'ren@example.test', /for free/)
  equal((await rentFree(aoi, film, 1)).error?.code, 'not_for_rent')

  equal((await mika.call(addPeople, { id, text: 'aoi@example.test' })).counts.added, 1)

  await mailAbout(here, 'aoi@example.test', /for free/)
  ok(!(await rentFree(aoi, film, 1)).error)
  const { items } = await mika.call(listPeople, { id })
  const people = items.map((person) => person.id)
  const { removed: text, places } = await mika.call(removePeople, { id, people })
  equal((await rentFree(ren, film, 2)).error?.code, 'not_for_rent')
  equal((await mika.call(addPeople, { id, text, places })).people, 2) // put back
  ok(!(await rentFree(ren, film, 2)).error)
  await here.app.runDueJobs()
  deepEqual([await told(here, 'ren@example.test'), await told(here, 'aoi@example.test')], [1, 1])
})

test('FR-01 an address gets the mail once, also if it is removed and added again', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const { allowlist_id: id } = await lentForFree(mika, film, [1])
  await mika.call(addPeople, { id, text: 'aoi@example.test' })
  await mailAbout(here, 'aoi@example.test', /for free/)
  for (let times = 0; times < 3; times++) {
    const { items } = await mika.call(listPeople, { id })
    await mika.call(removePeople, { id, people: [items.at(-1)!.id] })
    equal((await mika.call(addPeople, { id, text: 'aoi@example.test' })).counts.added, 1)
    await here.app.runDueJobs()
  }
  await mika.call(addPeople, { id, text: 'yuki@example.test' })
  await mailAbout(here, 'yuki@example.test', /for free/) // those before have been sent
  equal(await told(here, 'aoi@example.test'), 1)
})

test('FR-01 people added before a free rental starts are told when it starts, and nobody after its end', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const starts_at = addSeconds(here.clock.now, DAY_SECONDS)
  const terms = { starts_at: starts_at.toISOString() }
  const { id: offer, allowlist_id: id } = await lentForFree(mika, film, [1], terms)
  await mika.call(addPeople, { id, text: 'aoi@example.test' })
  await here.app.runDueJobs()
  equal(await told(here, 'aoi@example.test'), 0)
  await travelTo(here, starts_at)
  await here.run('free_rental.look_after')
  await mailAbout(here, 'aoi@example.test', /for free/)
  await mika.call(endFreeRental, { id: offer })
  await mika.call(addPeople, { id, text: 'yuki@example.test' })
  await here.app.runDueJobs()
  deepEqual([await told(here, 'aoi@example.test'), await told(here, 'yuki@example.test')], [1, 0])
})

test('FR-01 a person who is added while a free rental opens is told', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const { db } = here.app
  const starts_at = addSeconds(here.clock.now, DAY_SECONDS).toISOString()
  const { id: offer, allowlist_id: id } = await lentForFree(mika, film, [1], { starts_at })
  await mika.call(addPeople, { id, text: 'aoi@example.test' })
  await here.app.runDueJobs()
  const added_at = here.clock.now.toISOString()
  await whileLocked(db, {
    lock: sql`select from free_rental where id = ${offer} for update`,
    action: () => tellAdded(here.app.jobCtx('test'), { allowlist_id: id, added_at }),
    change: (tx) => openFreeRental(tx, offer, here.clock.now), // has read the list before
  })
  await mailAbout(here, 'aoi@example.test', /for free/)
})
