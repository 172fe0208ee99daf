import type { TestContext } from 'node:test'
import { createCoupons, getBatch } from '#src/sales/coupon/coupon.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { Somebody } from './people.ts'
import { title, type Title, type TitleOptions } from './titles.ts'
import { testApp, type TestApp } from './test-app.ts'

export const UNTIL = '2030-02-01T00:00:00.000Z'

/** A batch of codes that each give one of these numbers. */
export const numberCoupons = (
  who: Somebody,
  { tokens }: Title,
  numbers: number[],
  more: { drawn?: boolean; expires_at?: string } = {},
) =>
  who.call(createCoupons, {
    ...{ name: 'Opening night', expires_at: UNTIL, ...more },
    asset_token_ids: numbers.map((number) => tokens.get(number)!),
  })

/** A batch of codes that each give points. */
export const pointCoupons = (who: Somebody, points: number, count = 1, expires_at = UNTIL) =>
  who.call(createCoupons, { name: 'Thank you', expires_at, points, count })

/** The codes of a batch, in the order of its sheet. */
export async function codesOf(who: Somebody, id: string): Promise<string[]> {
  const { items } = await who.call(getBatch, { id, limit: 100 })
  return items.map(({ code }) => code)
}

/** A house in which Mika made a film of 20 copies, and who may get one. */
export async function couponFixtures(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const [mika, ren, aoi, sora] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Ren'),
    here.person('Aoi', { role: 'ORH' }),
    here.person('Sora', { role: 'ADMIN' }),
  ])
  const film = await title(here, mika, { copies: 20, ...options })
  const statusOf = async (who: Somebody, number: number) => {
    const { items } = await who.call(listSerials, { id: film.kid, from: number, to: number })
    return items[0]!.status
  }
  return { here, mika, ren, aoi, sora, film, statusOf }
}

/** What became of a coupon, step by step: `new valid`. */
export const stepsOf = async ({ app: { db } }: TestApp, id: string) => {
  const steps = await db
    .selectFrom('event')
    .select(['from_status', 'to_status'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return steps.map(({ from_status, to_status }) => `${from_status} ${to_status}`)
}
