import { fail } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import {
  controlScreening,
  joinScreening,
  openScreening,
  type Screening,
} from '#src/media/screening/screening.shared.ts'
import { changeSettings, getSettings } from '#src/platform/settings/settings.shared.ts'
import { giveCopy, makePlayable } from './playback-fixtures.ts'
import type { Person } from './people.ts'
import type { testApp, TestApp } from './test-app.ts'
import { peopleWithTitle, type Title, type TitleOptions } from './titles.ts'

/** Changes settings as an administrator. */
export async function changeAs(sora: Person, changes: object) {
  const settings = await sora.call(getSettings, {})
  const { version } = settings as { version: number }
  const answer = await sora.call(changeSettings, {
    version,
    reason: 'Tried in a test.',
    ...changes,
  })
  if (answer.error) fail(answer.error.code)
}

/**
 * Opens a test app where screenings are switched on, with Mika's film for four guests. Ren owns No. 2;
 * Aoi and Yuki own nothing.
 */
export async function screeningFixtures(
  t: TestContext,
  options: TitleOptions = {},
  how?: Parameters<typeof testApp>[1],
) {
  const settings = { screening_guests: 4, duration_seconds: 600, ...options }
  const fixtures = await peopleWithTitle(t, settings, how)
  const { here, ren, film } = fixtures
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await makePlayable(here, film.kid)
  await giveCopy(here, film.tokens.get(2)!, ren)
  await changeAs(sora, { screening_enabled: true })
  return { ...fixtures, sora }
}

/** Asks for a screening of a number. */
export const open = (who: Person, { kid }: Pick<Title, 'kid'>, serial_number: number) =>
  who.call(openScreening, { kid, serial_number, name: who.name })

/** Opens a screening; throws if it is refused. */
export async function openOne(who: Person, film: Pick<Title, 'kid'>, number = 2) {
  const { error, ...screening } = await open(who, film, number)
  if (error) throw new Error(error.code)
  return screening as Screening & { code: string }
}

/** Joins a screening by its code. */
export const join = (who: Person, { code }: { code: string }) =>
  who.call(joinScreening, { code, name: who.name })

export const start = (who: Person, { id }: { id: string }) =>
  who.call(controlScreening, { id, action: 'start' })

/** Lets the app's clock run: browsers that follow a screening estimate it from real time. */
export function runClock({ clock }: Pick<TestApp, 'clock'>) {
  const ahead = clock.now.getTime() - Date.now()
  Object.defineProperty(clock, 'now', { get: () => new Date(Date.now() + ahead) })
}
