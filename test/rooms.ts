import type { TestContext } from 'node:test'
import { after } from '#core/clock.ts'
import { getWaitingRoom, joinWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { Place, Somebody } from './people.ts'
import { type Title, title } from './titles.ts'
import { travel, testApp, type TestApp } from './test-app.ts'

export const STARTS = '2030-01-01T03:00:00.000Z'

/** A film on sale from then on, with a waiting room before it that is open now. */
export async function waitingRoom(
  t: TestContext,
  { copies = 5, price = 1_000, settings = {}, ...options }: Options = {},
) {
  const here = await testApp(t, options)
  const mika = await here.person('Mika', { role: 'ORH' })
  await set(here, settings)
  const film = await title(here, mika, {
    ...{ copies, price, sale_starting_at: STARTS, waiting_room: true },
  })
  await goTo(here, -1_800)
  return { here, mika, film, id: film.kid }
}
type Options = Parameters<typeof testApp>[1] & {
  copies?: number
  price?: number
  settings?: Settings
}
type Settings = Partial<
  Record<'waiting_people_per_minute' | 'waiting_pass_seconds' | 'waiting_opens_seconds', number>
>

/** The house's settings from now on; fast, unless said otherwise. */
export async function set({ app }: Pick<Place, 'app'>, settings: Settings) {
  const value = { waiting_people_per_minute: 60_000, ...settings }
  await app.db
    .insertInto('setting')
    .values({ value: JSON.stringify(value), reason: 'a trial', changed_at: '2030-01-01T00:00:00Z' })
    .execute()
}

/** So many seconds after the start; whatever is due in waiting rooms is done. */
export async function goTo(here: Pick<TestApp, 'app' | 'clock' | 'run'>, seconds: number) {
  await travel(here, after(new Date(STARTS), seconds))
  await here.run('waiting.admit')
}

/** People who have come in. */
export async function crowd({ person }: TestApp, id: string, count: number, balance = 0) {
  const people = await Promise.all(
    Array.from({ length: count }, (_, i) => person(`P${i}`, { balance })),
  )
  await Promise.all(people.map((who) => who.call(joinWaitingRoom, { id })))
  return people
}

/** Where somebody stands: `waiting 3`, `admitted`. */
export async function standing(who: Somebody, id: string) {
  const { mine } = await who.call(getWaitingRoom, { id })
  if (!mine) return 'nowhere'
  return mine.people_before === null ? mine.status : `${mine.status} ${mine.people_before}`
}

/** The same of many, with how many stand there. */
export async function standings(people: readonly Somebody[], id: string) {
  const counts: Record<string, number> = {}
  for (const where of await Promise.all(people.map((who) => standing(who, id)))) {
    const status = where.split(' ')[0]!
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** Those of them who have been let in and have not ordered. */
export async function admitted(people: readonly Somebody[], id: string) {
  const where = await Promise.all(people.map((who) => standing(who, id)))
  return people.filter((_, i) => where[i] === 'admitted')
}

/** Whoever of them is at that place of the line; 0 is the next one. */
export async function nextOf(people: readonly Somebody[], id: string, before = 0) {
  for (const who of people) if ((await standing(who, id)) === `waiting ${before}`) return who
  throw new Error(`nobody has ${before} people before them`)
}

/** What a buyer sends for several numbers at once, all from balance. */
export function several(film: Title, numbers: number[], price: number) {
  const [one, ...more] = numbers.map((number) => {
    const { balance_to_use: _, lang: __, ...copy } = film.order(number, 0)
    return copy
  })
  return { ...one!, more, balance_to_use: numbers.length * price, lang: 'en' }
}
