import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { isToSee } from '#src/catalog/follow/acquirable.ts'
import type { AboutOf, FactsOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import { addressOf, viewOf } from './market-view.shared.ts'
import type { Search } from './saved-search.shared.ts'
import type { searchMail } from './search-mail.shared.ts'

const NAMED = 12

type NewTitle = FactsOf<typeof searchMail>['titles'][0]
const shown = ({ kid, title }: NewTitle): NewTitle => ({ kid, title })

/**
 * Reads the mail about new titles of a search. There is none if the search was removed or its alerts
 * switched off meanwhile, or its person may see none of the titles now.
 */
export async function readSearch({ db }: Ctx, about: AboutOf<typeof searchMail>) {
  const { account_id, key, batch } = about
  const { rows } = await sql<NewTitle & { name: string; search: Search }>`
    select asset.kid, asset.title, saved_search.name, saved_search.search
    from search_match join saved_search using (account_id, key) join asset using (kid)
    where batch = ${batch} and account_id = ${account_id} and key = ${key}
      and alerts_since is not null and ${isToSee('saved_search')}
    order by asset.published_at desc, asset.kid
  `.execute(db)
  const [first, ...others] = rows
  if (!first) return undefined
  const { name, search } = first
  const named = others.slice(0, NAMED - 1)
  return {
    ...(await recipientOf(db, account_id)),
    id: `search.${batch}`,
    facts: {
      name,
      path: addressOf(viewOf(search)),
      more: others.length - named.length,
      titles: [shown(first), ...named.map(shown)] as [NewTitle, ...NewTitle[]],
    },
  }
}
