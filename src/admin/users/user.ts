import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { personSearchText } from '#core/plain-name.shared.ts'
import { setRole } from '#src/accounts/account/role.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { getUserRole, listUsers, putUserRole, UserRole } from './user.shared.ts'

const CHANGES_SHOWN = 100

/**
 * Lists creators and people with a company address, and counts all accounts: `GET /users`. A search by
 * name or e-mail finds company addresses only.
 */
export async function list(
  { db }: Ctx,
  { q, offset, limit }: BodyOf<typeof listUsers>,
): Promise<ReplyOf<typeof listUsers>> {
  const domains = await domainsOf(db)
  const count = sql<number>`count(*)::int`.as('count')
  const found = listedAccounts(db, domains)
    .$if(q !== '', (accounts) => accounts.where(isOfCompany(domains)))
    .where(
      sql<SqlBool>`position(${personSearchText(q)} in lower(normalize(username || ' ' || email, NFKC))) > 0`,
    )
  const [items, { count: total }, { count: user_count }] = await Promise.all([
    found
      .select(['id as account_id', 'username', 'email', 'role', 'joined_at'])
      .orderBy('email')
      .offset(offset)
      .limit(limit)
      .execute(),
    found.select(count).executeTakeFirstOrThrow(),
    db
      .selectFrom('account')
      .select(count)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { items: items as ReplyOf<typeof listUsers>['items'], total, user_count, domains }
}

/**
 * Returns the role of a creator or of a person with a company address, and its changes:
 * `GET /user_roles/{id}`.
 */
export async function get({ db }: Ctx, { id }: BodyOf<typeof getUserRole>) {
  return userRole(db, id, isListed(await domainsOf(db)))
}

/**
 * Changes a person's role and records the reason: `PUT /user_roles/{id}`. Refused with `forbidden`
 * for administrators, and with `not_found` for people without a company address who are no creators.
 */
export function put(ctx: Ctx, { id, role, reason }: BodyOf<typeof putUserRole>) {
  return inTx(ctx, async (tx) => {
    const domains = await domainsOf(tx)
    const before = await userRole(tx, id, isListed(domains))
    if (before.role === 'ADMIN') fail('forbidden')
    const changed_by = currentPerson(ctx).account_id
    const { from_role } = await setRole(tx, id, { role, changed_by, reason, now: ctx.now })
    if (from_role === 'ADMIN') fail('forbidden') // became an administrator meanwhile
    const isGrant = role === 'ORH' && from_role !== 'ORH' // also if the role was taken back meanwhile
    return userRole(tx, id, isGrant ? isOfCompany(domains) : sql`true`)
  })
}

async function userRole(db: Db | Tx, id: string, where: RawBuilder<SqlBool>): Promise<UserRole> {
  const user = await db
    .selectFrom('account')
    .select(['id as account_id', 'username', 'email', 'role'])
    .where('id', '=', id)
    .where(where)
    .executeTakeFirst()
  const changes = await db
    .selectFrom('role_change')
    .leftJoin('account', 'account.id', 'changed_by')
    .select(['at', 'username as changed_by', 'from_role', 'to_role', 'reason'])
    .where('account_id', '=', id)
    .orderBy('role_change.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return { ...(user ?? fail('not_found')), changes } as UserRole
}

/** Selects creators, and the accounts that may become one. */
const listedAccounts = (db: Db | Tx, domains: string[]) =>
  db.selectFrom('account').where(isListed(domains))

/** Matches creators too whose address is of no company domain any more: their role can be taken back. */
const isListed = (domains: string[]) =>
  sql<SqlBool>`((role = 'ORH' and deleted_at is null) or ${isOfCompany(domains)})`

/** Matches the accounts whose address has exactly one of these domains; subdomains do not count. */
const isOfCompany = (domains: string[]) =>
  sql<SqlBool>`substring(lower(email) from '@([^@]+)$') = any(${domains}::text[])`

async function domainsOf(db: Db | Tx): Promise<string[]> {
  const { company_domains } = await settingsOf(db)
  return company_domains.split(/, ?/).filter((domain) => domain !== '')
}
