import type { TestContext } from 'node:test'
import { createCoupons, getBatch } from '#src/sales/coupon/coupon.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { Person } from './people.ts'
import { createTitle, type Title, type TitleOptions } from './titles.ts'
import { testApp, type TestApp } from './test-app.ts'

const PAGE = 100
export const EXPIRES_AT = '2030-02-01T00:00:00.000Z'

/** Creates a batch of codes that each give one of these numbers. */
export const numberCoupons = (
  who: Person,
  { tokens }: Title,
  numbers: number[],
  more: { drawn?: boolean; expires_at?: string; festival?: boolean } = {},
) =>
  who.call(createCoupons, {
    name: 'Opening night',
    expires_at: EXPIRES_AT,
    ...more,
    asset_token_ids: numbers.map((number) => tokens.get(number)!),
  })

/** Creates a batch of codes that each give points. */
export const pointCoupons = (who: Person, points: number, count = 1, expires_at = EXPIRES_AT) =>
  who.call(createCoupons, { name: 'Thank you', expires_at, points, count })

/** Returns the codes of a batch, in the order of its printed sheet. */
export async function codesOf(who: Person, id: string): Promise<string[]> {
  const read = (offset: number) => who.call(getBatch, { id, offset, limit: PAGE })
  const { items, total } = await read(0)
  const pages = Array.from({ length: Math.ceil(total / PAGE) - 1 }, (_, i) => read((i + 1) * PAGE))
  const rest = (await Promise.all(pages)).flatMap((page) => page.items)
  return [...items, ...rest].map(({ code }) => code)
}

/** Opens a test app with Mika's title of 20 copies, two buyers and an administrator. */
export async function couponFixtures(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const [mika, ren, aoi, sora] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Ren'),
    here.person('Aoi', { role: 'ORH' }),
    here.person('Sora', { role: 'ADMIN' }),
  ])
  const film = await createTitle(here, mika, { copies: 20, ...options })
  const statusOf = async (who: Person, number: number) => {
    const { items } = await who.call(listSerials, { id: film.kid, from: number, to: number })
    return items[0]!.status
  }
  return { here, mika, ren, aoi, sora, film, statusOf }
}

/** Returns the transitions of a coupon, as `new valid`. */
export const stepsOf = async ({ app: { db } }: TestApp, id: string) => {
  const steps = await db
    .selectFrom('event')
    .select(['from_status', 'to_status'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return steps.map(({ from_status, to_status }) => `${from_status} ${to_status}`)
}
