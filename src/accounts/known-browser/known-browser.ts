import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { tokenHash } from '#core/keyed-hash.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { signInMail } from './sign-in-mail.shared.ts'

interface Started {
  /** The id in the cookie; `direct` for a program without cookies. */
  browser: string
  account_id: string
  session_id: string
  user_agent: string
}

/**
 * Step: remembers the browser of a sign-in, and tells the person if it is new. Returns whether it is.
 * Programs without cookies are always new. `isFirst` is true for the sign-in that opened the account,
 * which is told to nobody.
 */
export async function meetBrowser(
  tx: Tx,
  { now }: Ctx,
  { browser, ...started }: Started,
  isFirst: boolean,
): Promise<boolean> {
  const at = now.toISOString()
  const isKnown = await remember(tx, started.account_id, browser, at)
  if (isKnown || isFirst) return !isKnown
  const { to: email } = await recipientOf(tx, started.account_id)
  await enqueueMails(tx, signInMail, [{ ...started, email, at }])
  return true
}

/** Tells if the account was signed in from this browser before. From now on it was. */
async function remember(tx: Tx, account_id: string, browser: string, seen_at: string) {
  if (browser === 'direct') return false
  const { is_known } = await tx
    .insertInto('known_browser')
    .values({ account_id, browser_hash: tokenHash(browser), seen_at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'browser_hash']).doUpdateSet({ seen_at }),
    )
    .returning(sql<boolean>`xmax <> 0`.as('is_known')) // an inserted row has none
    .executeTakeFirstOrThrow()
  return is_known
}

/** Forgets browsers whose latest sign-in was before a time. */
export const forgetBrowsers = (db: Db, before: string) =>
  db.deleteFrom('known_browser').where('seen_at', '<', before).execute()

/** Reads the mail about a sign-in from a new browser. */
export async function readSignIn({ db }: Ctx, about: AboutOf<typeof signInMail>) {
  const { account_id, email, session_id, at, user_agent } = about
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, to: email, id: `sign-in.${session_id}`, facts: { at, user_agent } }
}
