import type { TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getWaitingRoom, joinWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { RunningApp, Person } from './people.ts'
import { createTitle } from './titles.ts'
import { travelTo, testApp, type TestApp } from './test-app.ts'

export const STARTS = '2030-01-01T03:00:00.000Z'

/** Opens a test app with a title on sale from `STARTS`, whose waiting room is open now. */
export async function waitingRoom(
  t: TestContext,
  { copies = 5, price = 1_000, settings = {}, ...options }: Options = {},
) {
  const here = await testApp(t, options)
  const mika = await here.person('Mika', { role: 'ORH' })
  await changeWaitingSettings(here, settings)
  const film = await createTitle(here, mika, {
    copies,
    price,
    sale_starting_at: STARTS,
    waiting_room: true,
  })
  await travelFromStart(here, -1_800)
  return { here, mika, film, id: film.kid }
}
type Options = Parameters<typeof testApp>[1] & {
  copies?: number
  price?: number
  settings?: Settings
}
type Settings = Partial<
  Record<'waiting_people_per_minute' | 'waiting_pass_seconds' | 'waiting_opens_seconds', number>
> & { maintenance?: boolean }

/** Changes the settings of waiting rooms; admits people fast unless set otherwise. */
export async function changeWaitingSettings({ app }: Pick<RunningApp, 'app'>, settings: Settings) {
  const value = { waiting_people_per_minute: 60_000, ...settings }
  await app.db
    .insertInto('setting')
    .values({ value: JSON.stringify(value), reason: 'a trial', changed_at: '2030-01-01T00:00:00Z' })
    .execute()
}

/** Sets the time to `seconds` after the start and runs the job of waiting rooms. */
export async function travelFromStart(
  here: Pick<TestApp, 'app' | 'clock' | 'run'>,
  seconds: number,
) {
  await travelTo(here, addSeconds(new Date(STARTS), seconds))
  await here.run('waiting.admit')
}

/** Creates `count` people who have joined the waiting room. */
export async function joinAll({ person }: TestApp, id: string, count: number, balance = 0) {
  const people = await Promise.all(
    Array.from({ length: count }, (_, i) => person(`P${i}`, { balance })),
  )
  await Promise.all(people.map((who) => who.call(joinWaitingRoom, { id })))
  return people
}

/** Returns a person's state and place, as `waiting 3` or `admitted`. */
export async function entryState(who: Person, id: string) {
  const { mine } = await who.call(getWaitingRoom, { id })
  if (!mine) return 'nowhere'
  return mine.people_before === null ? mine.status : `${mine.status} ${mine.people_before}`
}

/** Counts people by state. */
export async function countEntryStates(people: readonly Person[], id: string) {
  const counts: Record<string, number> = {}
  for (const where of await Promise.all(people.map((who) => entryState(who, id)))) {
    const status = where.split(' ')[0]!
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** Returns the people who are admitted and have not ordered. */
export async function admittedOf(people: readonly Person[], id: string) {
  const where = await Promise.all(people.map((who) => entryState(who, id)))
  return people.filter((_, i) => where[i] === 'admitted')
}

/** Returns the person with `before` people before them; 0 is the next to be admitted. */
export async function personAtPlace(people: readonly Person[], id: string, before = 0) {
  for (const who of people) if ((await entryState(who, id)) === `waiting ${before}`) return who
  throw new Error(`nobody has ${before} people before them`)
}
