import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { isSameSecret, keyedHash } from '#core/keyed-hash.ts'
import { reschedule } from './digest-line.ts'
import {
  type getUnsubscription,
  type listMailChoices,
  type MailTopic,
  mailTopicIds,
  mailTopics,
  type Pace,
  type putMailChoice,
  type Subscribed,
  type unsubscribe as unsubscribeCall,
} from './notification.shared.ts'
import { mailChoicesOf } from './preferences.ts'
import { keepTimeZone } from './schedule.ts'

const PURPOSE = 'unsubscribe'
const subscriptions = [...mailTopicIds, 'digest'] as const

/** Lists the caller's choices: `GET /mail_choices`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof listMailChoices>> {
  return { items: await mailChoicesOf(ctx.db, currentPerson(ctx).account_id) }
}

/** Stores the caller's choice: `PUT /mail_choices/{topic}`. */
export async function put(
  ctx: Ctx,
  { topic, time_zone, ...choice }: BodyOf<typeof putMailChoice>,
): Promise<ReplyOf<typeof putMailChoice>> {
  const { account_id } = currentPerson(ctx)
  return inTx(ctx, async (tx) => {
    if (time_zone !== undefined) await keepTimeZone(tx, account_id, time_zone)
    await choose(tx, { account_id, topic }, choice)
    await reschedule(tx, account_id, ctx.now)
    const choices = await mailChoicesOf(tx, account_id)
    return choices.find((one) => one.topic === topic)!
  })
}

/** The mails on a topic to a person, or those in which they are gathered. */
interface Subscription {
  account_id: string
  topic: Subscribed
}

/** Step: changes a part of a choice. */
async function choose(
  tx: Tx,
  { account_id, topic }: { account_id: string; topic: MailTopic },
  choice: { wants_mail?: boolean | undefined; pace?: Pace | undefined },
) {
  const { wants_mail = mailTopics[topic] } = choice
  const isEmpty = choice.wants_mail === undefined && choice.pace === undefined
  await tx
    .insertInto('mail_choice')
    .values({ account_id, topic, wants_mail, ...(choice.pace && { pace: choice.pace }) })
    .onConflict((conflict) =>
      isEmpty
        ? conflict.doNothing()
        : conflict.columns(['account_id', 'topic']).doUpdateSet(choice),
    )
    .execute()
}

/** Returns the topics that a link unsubscribes from, with the person's choices. */
async function choicesBehind(db: Db, { account_id, topic }: Subscription) {
  const choices = await mailChoicesOf(db, account_id)
  return topic === 'digest'
    ? choices.filter(({ pace }) => pace !== 'at_once')
    : choices.filter((one) => one.topic === topic)
}

/**
 * Returns the path at which a person unsubscribes from a topic without a sign-in. It holds the account,
 * the topic and a keyed hash of both.
 */
export const unsubscribePath = (secret: string, subscription: Subscription): string =>
  `/unsubscribe/${[subscription.account_id, subscription.topic, hashOf(secret, subscription)].join('.')}`

const hashOf = (secret: string, { account_id, topic }: Subscription) =>
  keyedHash(secret, PURPOSE, account_id, topic)

/** Reads a token of `unsubscribePath`. Refuses `not_found`. */
function subscriptionOf(secret: string, token: string): Subscription {
  const [account_id = '', name = '', hash = ''] = token.split('.')
  const topic = subscriptions.find((one) => one === name)
  if (!topic) return fail('not_found')
  const subscription = { account_id, topic }
  return isSameSecret(hashOf(secret, subscription), hash) ? subscription : fail('not_found')
}

/** Returns the topic of a link, and whether it still sends mails: `GET /unsubscriptions/{token}`. */
export async function getByToken(
  { db, config }: Ctx,
  { token }: BodyOf<typeof getUnsubscription>,
): Promise<ReplyOf<typeof getUnsubscription>> {
  const subscription = subscriptionOf(config.secret, token)
  const choices = await choicesBehind(db, subscription)
  return { topic: subscription.topic, wants_mail: choices.some(({ wants_mail }) => wants_mail) }
}

/** Unsubscribes by the link of a mail: `POST /unsubscriptions`. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: BodyOf<typeof unsubscribeCall>,
): Promise<ReplyOf<typeof unsubscribeCall>> {
  const subscription = subscriptionOf(ctx.config.secret, token)
  const { account_id } = subscription
  await inTx(ctx, async (tx) => {
    for (const { topic } of await choicesBehind(tx, subscription))
      await choose(tx, { account_id, topic }, { wants_mail: false })
  })
  return { topic: subscription.topic, wants_mail: false }
}
