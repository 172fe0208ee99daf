import { type Ctx, currentPerson } from '#core/context.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { topics } from './notification.shared.ts'
import type { listPushChoices, putPushChoice } from './push.shared.ts'

/** Lists the caller's choices: `GET /push_choices`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof listPushChoices>> {
  const unwanted = await ctx.db
    .selectFrom('push_choice')
    .select('topic')
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('wants_push', '=', false)
    .execute()
  const items = topics.map((topic) => ({
    topic,
    wants_push: !unwanted.some((one) => one.topic === topic),
  }))
  return { items }
}

/** Stores the caller's choice: `PUT /push_choices/{topic}`. */
export async function put(
  ctx: Ctx,
  { topic, wants_push }: BodyOf<typeof putPushChoice>,
): Promise<ReplyOf<typeof putPushChoice>> {
  const { account_id } = currentPerson(ctx)
  await ctx.db
    .insertInto('push_choice')
    .values({ account_id, topic, wants_push })
    .onConflict((conflict) => conflict.columns(['account_id', 'topic']).doUpdateSet({ wants_push }))
    .execute()
  return { topic, wants_push }
}
