import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getAsset, listStartedAssets } from '#src/catalog/asset/asset.shared.ts'
import { newSession } from '../../../test/access-fixtures.ts'
import { asPerson } from '../../../test/call.ts'
import { giveCopy, makePlayable } from '../../../test/playback-fixtures.ts'
import { createTitle } from '../../../test/titles.ts'
import type { Person } from '../../../test/people.ts'
import { testApp, travelTo } from '../../../test/test-app.ts'
import { forgetPositions, positionToKeep, putPosition } from './position.shared.ts'

const FILM_SECONDS = 5_048

/** Opens a test app with two films of Mika's; Ren owns No. 2 of each. */
async function fixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const films = []
  for (const title of ['Tide Tables', 'Last Train']) {
    const film = await createTitle(here, mika, {
      title,
      copies: 3,
      duration_seconds: FILM_SECONDS,
    })
    await makePlayable(here, film.kid)
    await giveCopy(here, film.tokens.get(2)!, ren)
    films.push(film)
  }
  const stopped = async (who: Person, kid: string) =>
    (await who.call(getAsset, { id: kid })).my_position_seconds
  const started = async (who: Person) =>
    (await who.call(listStartedAssets, {})).items.map(({ title }) => title)
  return { here, mika, ren, film: films[0]!, other: films[1]!, stopped, started }
}

test('PL-01 a film goes on where its viewer stopped, on every device', async (t) => {
  const { here, ren, mika, film, other, stopped, started } = await fixtures(t)
  const { kid } = film
  deepEqual(await ren.call(putPosition, { kid, seconds: 2_480.7 }), { seconds: 2_480 })
  const { token } = await newSession(here, ren.account_id)
  const phone = { ...ren, call: asPerson(here.url, token) }
  deepEqual([await stopped(phone, kid), await stopped(mika, kid)], [2_480, null])
  equal((await phone.call(putPosition, { kid, seconds: 2_600 })).seconds, 2_600)
  equal(await stopped(ren, kid), 2_600)

  here.clock.now = addSeconds(here.clock.now, 60)
  await ren.call(putPosition, { kid: other.kid, seconds: 100 })
  deepEqual(await started(ren), ['Last Train', 'Tide Tables'])
  deepEqual(await started(mika), [])
})

test('PL-01 a position near the end or the beginning is forgotten, and on request', async (t) => {
  const { ren, film, other, stopped } = await fixtures(t)
  const { kid } = film
  const keep = (seconds: number) => ren.call(putPosition, { kid, seconds })
  await keep(100)
  equal((await keep(FILM_SECONDS - 60)).seconds, null)
  equal(await stopped(ren, kid), null)
  await keep(100)
  equal((await keep(12)).seconds, null)
  await keep(100)
  await ren.call(putPosition, { kid: other.kid, seconds: 100 })
  deepEqual(await ren.call(forgetPositions, { kid }), { forgotten: 1 })
  deepEqual([await stopped(ren, kid), await stopped(ren, other.kid)], [null, 100])
  deepEqual(await ren.call(forgetPositions, {}), { forgotten: 1 })
  deepEqual(await ren.call(forgetPositions, {}), { forgotten: 0 })
})

test('PL-01 only those who may watch a film leave a position, and lose sight of it with the copy', async (t) => {
  const { here, ren, film, started } = await fixtures(t)
  const { kid, tokens } = film
  const eve = await here.person('Eve')
  const refused = await eve.call(putPosition, { kid, seconds: 100 })
  equal(refused.error?.code, 'not_yours_to_watch')
  await ren.call(putPosition, { kid, seconds: 100 })
  await giveCopy(here, tokens.get(2)!, eve)
  deepEqual(await started(ren), [])
  equal((await ren.call(putPosition, { kid, seconds: 200 })).error?.code, 'not_yours_to_watch')
  await giveCopy(here, tokens.get(2)!, ren)
  deepEqual(await started(ren), ['Tide Tables'])
})

test('PL-01 ten devices at once leave one position, and a year later none', async (t) => {
  const { here, ren, film, stopped } = await fixtures(t)
  const { kid } = film
  const places = Array.from({ length: 10 }, (_, i) => 100 + i)
  const said = await Promise.all(places.map((seconds) => ren.call(putPosition, { kid, seconds })))
  deepEqual(
    said.map(({ seconds }) => seconds),
    places,
  )
  equal(places.includes((await stopped(ren, kid))!), true)
  await here.run('playback.delete_old_positions')
  equal(places.includes((await stopped(ren, kid))!), true)
  await travelTo(here, addSeconds(here.clock.now, 366 * 86_400))
  await here.run('playback.delete_old_positions')
  const rows = await here.app.db.selectFrom('playback_position').selectAll().execute()
  deepEqual(rows, [])
})

test('short works begin and end sooner than long ones', () => {
  deepEqual(
    [29, 30, 4_795, 4_796].map((seconds) => positionToKeep(seconds, FILM_SECONDS)),
    [null, 30, 4_795, null],
  )
  deepEqual(
    [0.5, 1.5, 9.4, 9.6].map((seconds) => positionToKeep(seconds, 10)),
    [null, 1, 9, null],
  )
  equal(positionToKeep(5, 0), null)
})
