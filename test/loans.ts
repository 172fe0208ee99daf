import type { TestContext } from 'node:test'
import type { InputOf } from '#core/http/endpoint.ts'
import { acceptLoan, lendCopy, type Loan } from '#src/sales/loan/loan.shared.ts'
import type { Person } from './people.ts'
import { testApp } from './test-app.ts'
import { createTitle, type Title, type TitleOptions } from './titles.ts'

export const DAYS = 7

type Terms = Partial<InputOf<typeof lendCopy>>

/** Opens a test app with Mika's title, of which Ren owns No. 1, and two more people. */
export async function loanFixtures(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, yuki] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
    await here.person('Yuki', { balance: 5_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 5, ...options })
  await here.app.db
    .updateTable('serial')
    .set({ owner: ren.account_id })
    .where('asset_token_id', '=', film.tokens.get(1)!)
    .execute()
  return { here, mika, ren, aoi, yuki, film }
}

/** Lends one number. */
export const lend = (who: Person, { tokens }: Title, number: number, terms: Terms = {}) =>
  who.call(lendCopy, {
    from_name: who.name,
    days: DAYS,
    ...terms,
    asset_token_id: tokens.get(number)!,
  })

/** Lends one number and returns the loan; throws if it is refused. */
export async function lent(who: Person, film: Title, number: number, terms: Terms = {}) {
  const { error, ...loan } = await lend(who, film, number, terms)
  if (error) throw new Error(error.code)
  return loan
}

/** Returns the secret of a loan's link. */
export const tokenOf = ({ path }: Pick<Loan, 'path'>) => path!.replace('/loans/', '')

/** Accepts a loan by its link. */
export const borrow = (who: Person, loan: Pick<Loan, 'path'>, key?: string) =>
  who.call(acceptLoan, { token: tokenOf(loan) }, key)
