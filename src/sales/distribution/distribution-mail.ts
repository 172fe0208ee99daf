import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { addressee } from '#src/platform/mail/addressee.ts'
import type {
  claimMail,
  distributionFailedMail,
  invitationMail,
} from './distribution-mail.shared.ts'

/** Reads the mail to a person on the list; undefined if the distribution is over. It waits while the title is hidden. */
export async function readInvitation(
  { db, config }: Ctx,
  { id, person }: AboutOf<typeof invitationMail>,
) {
  const row = await db
    .selectFrom('distribution')
    .innerJoin('asset', 'asset.kid', 'distribution.kid')
    .innerJoin('account as creator', 'creator.id', 'distribution.creator')
    .innerJoin('allowlist_person as person', 'person.allowlist_id', 'distribution.allowlist_id')
    .leftJoin('account as known', 'known.id', 'person.account_id')
    .select(['title', 'creator.username', 'distribution.lang', 'person.account_id'])
    .select('is_public')
    .select((of) => of.fn.coalesce('known.email', 'person.email').as('to'))
    .where('distribution.id', '=', id)
    .where('person.id', '=', person)
    .where('distribution.status', '=', 'done')
    .executeTakeFirst()
  if (!row?.to) return undefined
  if (!row.is_public) return 'waits'
  const { title, username: creator, lang, account_id, to } = row
  const facts = { id, title, creator }
  return { id: `distribution.${id}.${addressee(config, to)}`, to, account_id, lang, facts }
}

/** Reads the mail to a person who has claimed a copy. */
export async function readClaim({ db }: Ctx, { id, lang }: AboutOf<typeof claimMail>) {
  const { account_id, email, kid, title, number } = await db
    .selectFrom('distribution_copy as copy')
    .innerJoin('distribution', 'distribution.id', 'distribution_id')
    .innerJoin('asset', 'asset.kid', 'distribution.kid')
    .innerJoin('account', 'account.id', 'claimed_by')
    .select(['account.id as account_id', 'email', 'asset.kid', 'title', 'copy.number'])
    .where('copy.id', '=', id)
    .executeTakeFirstOrThrow()
  return { id: `claim.${id}`, to: email, account_id, lang, facts: { kid, title, number } }
}

/** Reads the mail to the creator of a distribution that failed. */
export async function readFailed(
  { db }: Ctx,
  { id, is_suspended }: AboutOf<typeof distributionFailedMail>,
) {
  const { account_id, email, lang, title, copies, unit_fee } = await db
    .selectFrom('distribution')
    .innerJoin('asset', 'asset.kid', 'distribution.kid')
    .innerJoin('account', 'account.id', 'distribution.creator')
    .select(['account.id as account_id', 'email', 'account.lang', 'title', 'copies', 'unit_fee'])
    .where('distribution.id', '=', id)
    .executeTakeFirstOrThrow()
  const facts = { title, copies, fee: copies * unit_fee, is_suspended }
  return { id: `distribution.${id}.failed`, to: email, account_id, lang, facts }
}
