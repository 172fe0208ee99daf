import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { allowlistsOf, joinReservedCopy } from '#src/catalog/allowlist/acquisition.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { NewsItem, newsMail } from './news-mail.shared.ts'

const NAMED = 12

/**
 * Matches titles that a person may acquire: published, not for another country, and with a copy that is
 * not reserved for good for other people.
 */
const isForPerson = sql`asset.is_public
  and (not asset.only_japan_accessible or news.country = 'JP')
  and exists (
    select from serial ${joinReservedCopy}
    where serial.kid = asset.kid and (reserved_copy.allowlist_id is null
      or reserved_copy.early_from is not null
      or reserved_copy.allowlist_id = any(${allowlistsOf(sql`news.account_id`)})))`

/** Reads the mail about a batch of news. There is none if the person may see no title of it now. */
export async function readNews({ db }: Ctx, { account_id, batch }: AboutOf<typeof newsMail>) {
  const { rows } = await sql<NewsItem>`
    select news.kind, asset.kid, asset.title, coalesce(brand.name, creator.username) as brand,
      coalesce(issue_batch.copies, 0) as copies, serial.number, news.price
    from news join asset using (kid)
    join account creator on creator.id = asset.creator
    left join brand on brand.id = asset.brand_id
    left join serial using (asset_token_id)
    left join issue_batch on issue_batch.kid = news.kid and issue_batch.n = news.n
    where news.batch = ${batch} and news.account_id = ${account_id} and ${isForPerson}
    order by news.created_at, news.id
  `.execute(db)
  const [first, ...others] = rows
  if (!first) return undefined
  const items: [NewsItem, ...NewsItem[]] = [first, ...others.slice(0, NAMED - 1)]
  const facts = { items, more: rows.length - items.length }
  return { ...(await recipientOf(db, account_id)), id: `news.${batch}`, facts }
}
