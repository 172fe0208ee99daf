import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import { isStarted } from './rental-period.ts'
import type { backMail, overMail } from './returned-mail.shared.ts'

/** Reads the mail to an owner. It leaves out copies that went to someone else or were rented again. */
export async function readBack({ db }: Ctx, { owner, ids }: AboutOf<typeof backMail>) {
  const back = await db
    .selectFrom('rental')
    .innerJoin('serial', 'serial.asset_token_id', 'rental.asset_token_id')
    .innerJoin('asset', 'asset.kid', 'rental.kid')
    .select(['rental.kid', 'rental.number', 'title'])
    .where('rental.id', 'in', ids)
    .where('owner', '=', owner)
    .where(
      sql<boolean>`not exists (select from rental again
        where again.asset_token_id = rental.asset_token_id and again.status = 'active')`,
    )
    .orderBy('rental.kid')
    .orderBy('rental.number')
    .execute()
  const [first] = back
  if (!first) return undefined
  const facts = { ...first, count: back.length }
  return { ...(await recipientOf(db, owner)), id: `rental.${ids.toSorted()[0]}.back`, facts }
}

/** Reads the mail to a renter; undefined if they have rented the title again. */
export async function readOver({ db }: Ctx, { id }: AboutOf<typeof overMail>) {
  const rental = await db
    .selectFrom('rental')
    .innerJoin('asset', 'asset.kid', 'rental.kid')
    .select(['rental.kid', 'rental.number', 'title', 'renter', isStarted.as('was_started')])
    .where('rental.id', '=', id)
    .where(
      sql<boolean>`not exists (select from rental again
        where again.renter = rental.renter and again.kid = rental.kid and again.status = 'active')`,
    )
    .executeTakeFirst()
  if (!rental) return undefined
  const { renter, ...facts } = rental
  return { ...(await recipientOf(db, renter)), id: `rental.${id}.over`, facts }
}
