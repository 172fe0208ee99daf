import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import {
  type getUnsubscription,
  type listMailChoices,
  type putMailChoice,
  type Topic,
  topics,
  type unsubscribe as unsubscribeCall,
} from './notification.shared.ts'

const PURPOSE = 'unsubscribe'
const names = Object.keys(topics) as Topic[]

/** Lists the caller's choices: `GET /mail_choices`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof listMailChoices>> {
  const { account_id } = currentPerson(ctx)
  const chosen = await ctx.db
    .selectFrom('mail_choice')
    .select(['topic', 'wants_mail'])
    .where('account_id', '=', account_id)
    .execute()
  const wants = new Map(chosen.map((one) => [one.topic, one.wants_mail]))
  const items = names.map((topic) => ({ topic, wants_mail: wants.get(topic) ?? topics[topic] }))
  return { items }
}

/** Stores the caller's choice: `PUT /mail_choices/{topic}`. */
export async function put(
  ctx: Ctx,
  { topic, wants_mail }: BodyOf<typeof putMailChoice>,
): Promise<ReplyOf<typeof putMailChoice>> {
  await choose(ctx.db, { account_id: currentPerson(ctx).account_id, topic }, wants_mail)
  return { topic, wants_mail }
}

/** The mails on a topic to a person. */
interface Subscription {
  account_id: string
  topic: Topic
}

async function choose(db: Db, { account_id, topic }: Subscription, wants_mail: boolean) {
  await db
    .insertInto('mail_choice')
    .values({ account_id, topic, wants_mail })
    .onConflict((conflict) => conflict.columns(['account_id', 'topic']).doUpdateSet({ wants_mail }))
    .execute()
}

/** Tells if a person wants mails on a topic. */
export async function wantsMail(db: Db, { account_id, topic }: Subscription): Promise<boolean> {
  const chosen = await db
    .selectFrom('mail_choice')
    .select('wants_mail')
    .where('account_id', '=', account_id)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return chosen?.wants_mail ?? topics[topic]
}

/**
 * Returns the path at which a person unsubscribes from a topic without a sign-in. It holds the account,
 * the topic and a keyed hash of both.
 */
export function unsubscribePath(secret: string, { account_id, topic }: Subscription): string {
  const hash = keyedHash(secret, PURPOSE, account_id, topic)
  return `/unsubscribe/${[account_id, topic, hash].join('.')}`
}

/** Reads a token of `unsubscribePath`. Refuses `not_found`. */
function subscriptionOf(secret: string, token: string): Subscription {
  const [account_id = '', name = ''] = token.split('.')
  const topic = names.find((one) => one === name)
  if (!topic) return fail('not_found')
  const subscription = { account_id, topic }
  return unsubscribePath(secret, subscription).endsWith(`/${token}`)
    ? subscription
    : fail('not_found')
}

/** Returns the topic of a link, and whether it still sends mails: `GET /unsubscriptions/{token}`. */
export async function getByToken(
  { db, config }: Ctx,
  { token }: BodyOf<typeof getUnsubscription>,
): Promise<ReplyOf<typeof getUnsubscription>> {
  const subscription = subscriptionOf(config.secret, token)
  return { topic: subscription.topic, wants_mail: await wantsMail(db, subscription) }
}

/** Unsubscribes by the link of a mail: `POST /unsubscriptions`. */
export async function unsubscribe(
  { db, config }: Ctx,
  { token }: BodyOf<typeof unsubscribeCall>,
): Promise<ReplyOf<typeof unsubscribeCall>> {
  const subscription = subscriptionOf(config.secret, token)
  await choose(db, subscription, false)
  return { topic: subscription.topic, wants_mail: false }
}
