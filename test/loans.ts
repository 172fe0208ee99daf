import type { TestContext } from 'node:test'
import type { InputOf } from '#core/http/endpoint.ts'
import { acceptLoan, lendCopy, type Loan } from '#src/sales/loan/loan.shared.ts'
import type { Person } from './people.ts'
import { giveCopy } from './playback-fixtures.ts'
import { peopleWithTitle, type Title, type TitleOptions } from './titles.ts'

export const DAYS = 7

type Terms = Partial<InputOf<typeof lendCopy>>

/** Opens a test app with Mika's title, of which Ren owns No. 1, and two more people. */
export async function loanFixtures(t: TestContext, options: TitleOptions = {}) {
  const fixtures = await peopleWithTitle(t, options)
  const { here, film, ren } = fixtures
  await giveCopy(here, film.tokens.get(1)!, ren)
  return fixtures
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
