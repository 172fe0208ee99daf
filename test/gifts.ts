import { fail } from 'node:assert/strict'
import type { InputOf } from '#core/http/endpoint.ts'
import { claimGift, type Gift, giveCopies } from '#src/sales/gift/gift.shared.ts'
import type { Person } from './people.ts'
import { type TestApp, waitUntil } from './test-app.ts'
import type { Title } from './titles.ts'

type Terms = Partial<InputOf<typeof giveCopies>>

/** Gives these numbers. */
export const give = (
  who: Person,
  { tokens }: Pick<Title, 'tokens'>,
  numbers: number[],
  terms: Terms = {},
  key?: string,
) => {
  const asset_token_ids = numbers.map((number) => tokens.get(number)!)
  return who.call(giveCopies, { from_name: 'Mika', ...terms, asset_token_ids }, key)
}

/** Gives one copy and returns its gift; throws if it is refused. */
export async function giveOne(who: Person, film: Title, number: number, terms: Terms = {}) {
  const { error, items } = await give(who, film, [number], terms)
  if (error) throw new Error(error.code)
  return items[0]!
}

/** Returns the secret of a gift's link. */
export const tokenOf = ({ path }: Pick<Gift, 'path'>) => path!.replace('/gifts/', '')

/** Claims a gift by its link. */
export const claim = (who: Person, gift: Pick<Gift, 'path'>, key?: string) =>
  who.call(claimGift, { token: tokenOf(gift) }, key)

/** Waits for a mail to an address whose subject matches, and returns its text. */
export async function mailAbout({ inbox }: Pick<TestApp, 'inbox'>, to: string, subject: RegExp) {
  const mails = await waitUntil(
    () => inbox(to),
    (found) => found.some((mail) => subject.test(mail.subject)),
  )
  const mail = mails.find((one) => subject.test(one.subject))
  return mail?.text ?? fail(`no mail ${subject} to ${to}, but ${mails.length}`)
}
