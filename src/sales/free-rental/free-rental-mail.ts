import type { Ctx } from '#core/context.ts'
import { addressee } from '#src/platform/mail/addressee.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { freeRentalMail } from './free-rental-mail.shared.ts'

/** Reads the mail to a person on the list; undefined if the free rental is over. It waits while the title is hidden. */
export async function readFreeRentalMail(
  { db, config }: Ctx,
  { id, person }: AboutOf<typeof freeRentalMail>,
) {
  const row = await db
    .selectFrom('free_rental as offer')
    .innerJoin('asset', 'asset.kid', 'offer.kid')
    .innerJoin('account as creator', 'creator.id', 'offer.creator')
    .innerJoin('allowlist_person as person', 'person.allowlist_id', 'offer.allowlist_id')
    .leftJoin('account as known', 'known.id', 'person.account_id')
    .select(['title', 'creator.username', 'offer.lang', 'person.account_id'])
    .select(['rental_period_seconds', 'ends_at', 'is_public'])
    .select((of) => of.fn.coalesce('known.email', 'person.email').as('to'))
    .where('offer.id', '=', id)
    .where('person.id', '=', person)
    .where('offer.status', '=', 'open')
    .executeTakeFirst()
  if (!row?.to) return undefined
  if (!row.is_public) return 'waits'
  const { title, username: creator, lang, account_id, to, rental_period_seconds, ends_at } = row
  const facts = { id, title, creator, rental_period_seconds, ends_at }
  return { id: `free_rental.${id}.${addressee(config, to)}`, to, account_id, lang, facts }
}
