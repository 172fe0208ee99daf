import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { CODE_AGAIN_SECONDS, type CodePurpose, SESSION_DAYS } from './account.shared.ts'

/** Days for which a browser stays known for an address after a sign-in: longer than its session. */
export const KNOWN_DAYS = 2 * SESSION_DAYS

export interface CodeRequest {
  email: string
  /** The id of the browser, or of the session that confirms a step. */
  browser: string
  purpose: CodePurpose
  /** The network of the asker. */
  ip: string
  /** True if the asker has the pass of a link that was mailed to the address. */
  pass: boolean
}
type Asker = keyof CodeRequest

/** The price of a further code, or of its link, in units of work. Past the limits only a link is mailed for it. */
export interface Terms {
  price: number
  isLinkOnly: boolean
}

/** The limits on requests of one asker for one address, in seconds and codes. */
const AGAIN = {
  within: CODE_AGAIN_SECONDS,
  atMost: 1,
  per: ['email', 'browser', 'purpose'] as Asker[],
}
const ofOneAsker = (asker: 'browser' | 'ip') => [
  { within: HOUR_SECONDS, atMost: 6, per: ['email', asker] as Asker[] },
  { within: DAY_SECONDS, atMost: 10, per: ['email', asker] as Asker[] },
]

const WITH_PASS = { within: DAY_SECONDS, atMost: 20, per: ['email', 'pass'] as Asker[] }

/**
 * The limits that askers share, counted in codes that nobody has used. Past `free` a request costs work,
 * the more the closer it is to `atMost`, past which it gets a link.
 */
const SHARED = [
  { within: DAY_SECONDS, free: 6, atMost: 40, per: ['email'] as Asker[] },
  { within: HOUR_SECONDS, free: 30, atMost: 300, per: ['ip'] as Asker[] },
  { within: HOUR_SECONDS, free: 1_000, atMost: 3_000, per: [] as Asker[] },
]
/**
 * Wrong tries of a day at codes that nobody used: 0.08 % of a million codes. The rest up to 0.1 % is for
 * guesses that arrive at once.
 */
const UNUSED_TRIES = 800
const DOUBLINGS = 6 // of the price, from 1 to 32
const PRICE_MAX = 2 ** (DOUBLINGS - 1)

/**
 * Step: returns the terms of a further code. A browser that has used a code of this address before,
 * or that has its pass, has limits of its own, as a session that confirms a step, so that nobody else can spend
 * them; past those refuses as `code_too_soon`. Others are never refused: past their limits, and while codes
 * are guessed, they get a link, which only the owner of the mailbox can use.
 */
export async function termsOfCode(tx: Tx, ctx: Ctx, request: CodeRequest): Promise<Terms> {
  const isKnown = await isKnownAsker(tx, ctx, request)
  const own = isKnown ? ofOneAsker('browser') : request.pass ? [WITH_PASS] : []
  for (const limit of [AGAIN, ...own]) await refusePast(tx, ctx.now, request, limit)
  if (isKnown || request.pass) return { price: 0, isLinkOnly: false }
  const { rows } = await sql<{ isLinkOnly: boolean }>`
    select ${areCodesGuessed(ctx.now)} as "isLinkOnly"`.execute(tx)
  const { isLinkOnly } = rows[0]!
  const prices = []
  for (const limit of SHARED) {
    const unused = codesOf(tx, ctx.now, request, limit).where('used_at', 'is', null)
    const count = await countOf(unused)
    if (count >= limit.atMost) return { price: PRICE_MAX, isLinkOnly: true }
    prices.push(priceOf(count, limit))
  }
  for (const limit of ofOneAsker('ip'))
    if ((await countOf(codesOf(tx, ctx.now, request, limit))) >= limit.atMost)
      return { price: PRICE_MAX, isLinkOnly: true }
  return { price: Math.max(...prices), isLinkOnly }
}

function priceOf(count: number, { free, atMost }: { free: number; atMost: number }): number {
  if (count < free) return 0
  return 2 ** Math.floor((DOUBLINGS * (count - free)) / (atMost - free))
}

/**
 * Tells in a statement if so many wrong tries were made in a day, at all addresses together, that more
 * would raise the chance to hit any code to 0.1 %.
 */
export const areCodesGuessed = (now: Date) => sql<boolean>`(
  select coalesce(sum(tries), 0) >= ${UNUSED_TRIES} from sign_in_code
  where created_at > ${addSeconds(now, -DAY_SECONDS).toISOString()}
    and tries > 0 and used_at is null and not pass)`

/** Tells if an asker confirms a step of their session, or their browser was signed in to the address before. */
export async function isKnownAsker(
  db: Db,
  { now, person }: Ctx,
  { email, browser }: Pick<CodeRequest, 'email' | 'browser'>,
) {
  if (person?.session_id === browser) return true
  const used = await db
    .selectFrom('sign_in_code')
    .select('id')
    .where('email', '=', email)
    .where('browser', '=', browser)
    .where('browser', '<>', 'direct')
    .where('used_at', '>', addSeconds(now, -KNOWN_DAYS * DAY_SECONDS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Selects the codes that count for a limit. */
function codesOf(
  tx: Tx,
  now: Date,
  request: CodeRequest,
  { within, per }: { within: number; per: Asker[] },
) {
  let codes = tx
    .selectFrom('sign_in_code')
    .where('created_at', '>', addSeconds(now, -within).toISOString())
  for (const column of per) codes = codes.where(column, '=', request[column])
  return codes
}
type Codes = ReturnType<typeof codesOf>

/** Refuses as `code_too_soon`, with the seconds until the oldest code leaves the time of the limit. */
async function refusePast(
  tx: Tx,
  now: Date,
  request: CodeRequest,
  { within, atMost, per }: { within: number; atMost: number; per: Asker[] },
) {
  const blocking = await codesOf(tx, now, request, { within, per })
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(atMost - 1)
    .limit(1)
    .executeTakeFirst()
  if (!blocking) return
  const freeAt = addSeconds(new Date(blocking.created_at), within)
  fail('code_too_soon', { seconds: Math.ceil((freeAt.getTime() - now.getTime()) / 1_000) })
}

async function countOf(codes: Codes): Promise<number> {
  const { count } = await codes
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
