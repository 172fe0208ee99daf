import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type * as schema from './sign-ins.shared.ts'
import { SIGN_INS_KEPT_DAYS, type SignInWay } from './sign-ins.shared.ts'

interface SignedIn {
  account_id: string
  session_id: string
  way: SignInWay
  user_agent: string
  is_new_browser: boolean
}

/** Step: enters a sign-in into the history of its account. */
export const recordSignIn = (tx: Tx, { now }: Ctx, signedIn: SignedIn) =>
  tx
    .insertInto('sign_in')
    .values({ ...signedIn, created_at: now.toISOString() })
    .execute()

/** Returns the caller's sign-ins. A session that was last seen before `idleSince` has ended. */
export async function readSignIns(
  ctx: Ctx,
  { offset, limit }: BodyOf<typeof schema.listSignIns>,
  idleSince: string,
): Promise<ReplyOf<typeof schema.listSignIns>> {
  const { account_id, session_id } = currentPerson(ctx)
  const own = ctx.db
    .selectFrom('sign_in')
    .where('sign_in.account_id', '=', account_id)
    .where('sign_in.created_at', '>', since(ctx.now))
  const [items, { total }] = await Promise.all([
    own
      .leftJoin('session', (join) =>
        join
          .onRef('session.id', '=', 'sign_in.session_id')
          .on('session.expires_at', '>', ctx.now.toISOString())
          .on('session.seen_at', '>', idleSince),
      )
      .select(['sign_in.id', 'sign_in.created_at', 'way', 'sign_in.user_agent', 'is_new_browser'])
      .select([
        sql<boolean>`sign_in.session_id = ${session_id}`.as('is_current'),
        sql<boolean>`session.id is not null`.as('is_signed_in'),
      ])
      .orderBy('sign_in.created_at', 'desc')
      .orderBy('sign_in.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as schema.SignIn[], total }
}

/** Deletes sign-ins that are too old to show. */
export const forgetSignIns = (db: Db, now: Date) =>
  db.deleteFrom('sign_in').where('created_at', '<', since(now)).execute()

const since = (now: Date) => addSeconds(now, -SIGN_INS_KEPT_DAYS * DAY_SECONDS).toISOString()
