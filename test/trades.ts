import type { InputOf } from '#core/http/endpoint.ts'
import { acceptTrade, offerTrade } from '#src/sales/trade/trade.shared.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'
import { createTitle, listCopies, type TitleOptions } from './titles.ts'

/** A copy with its owner. */
export interface Held {
  token: string
  owner: Person
}

/** Opens copies to trade, each by its owner. */
export async function openToTrade(here: Pick<TestApp, 'app'>, ...copies: Held[]) {
  for (const { owner, token } of copies)
    await listCopies(here, owner, { listing_type: 'trade', asset_token_ids: [token] })
}

/** Creates a title of Mika's; gives No. 1, 2, … to `owners` and leaves the rest with the creator. */
export async function traderTitle(
  here: TestApp,
  creator: Person,
  owners: Person[],
  options: TitleOptions = {},
) {
  const film = await createTitle(here, creator, { copies: owners.length + 2, ...options })
  const held = (number: number): Held => ({
    token: film.tokens.get(number)!,
    owner: owners[number - 1] ?? creator,
  })
  for (const [i, { account_id }] of owners.entries())
    await here.app.db
      .updateTable('serial')
      .set({ owner: account_id })
      .where('asset_token_id', '=', film.tokens.get(i + 1)!)
      .execute()
  return { ...film, held }
}

type More = Partial<InputOf<typeof offerTrade>>
/** Offers one copy for another. */
export const offer = (mine: Held, wanted: Held, more: More = {}) =>
  mine.owner.call(offerTrade, {
    my_trading_serial_id: mine.token,
    requested_serial_id: wanted.token,
    requested_serial_owner_account_id: wanted.owner.account_id,
    ...more,
  })

/** Accepts an offer of one copy for another, as the owner of the wanted one. */
export const accept = (
  offered: Held,
  wanted: Held,
  { key, top_up }: { key?: string; top_up?: InputOf<typeof acceptTrade>['top_up'] } = {},
) =>
  wanted.owner.call(
    acceptTrade,
    {
      my_trading_asset_token_id: wanted.token,
      offering_serial_token_id: offered.token,
      offering_serial_owner_account_id: offered.owner.account_id,
      top_up,
    },
    key,
  )

/** Names the owners of copies. */
export async function ownersOf({ app }: Pick<TestApp, 'app'>, ...copies: Held[]) {
  const rows = await app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'serial.owner')
    .select(['asset_token_id', 'username'])
    .execute()
  return copies.map(({ token }) => rows.find((row) => row.asset_token_id === token)?.username)
}
