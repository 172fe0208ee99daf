import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { job } from '#core/jobs.ts'
import { copyDeals } from '#src/sales/deal/deal.shared.ts'
import { settledUntil } from '#src/sales/sold/tell-sellers.ts'
import type { WebhookEvent } from './webhook.shared.ts'

export const collectWebhooks = job<object>('webhook.collect')

/**
 * What happened after one time and until another: id, the creator, the time and the data. The rows were
 * written in the transaction of what happened, so nothing is lost, and a sale costs nothing more.
 */
// oxfmt-ignore
const happened: Record<WebhookEvent, (after: string, until: string) => RawBuilder<unknown>> = {
  'purchase.settled': (after, until) => sql`
    select id, creator as account_id, settled_at as at, jsonb_build_object(
      'purchase_id', id, 'kid', kid, 'asset_token_id', asset_token_id, 'number', number, 'deal', deal,
      'price', price, 'earned', case when seller = creator then net else royalty end,
      'is_resale', seller <> creator) as data
    from purchase where status = 'settled' and deal = any(${[...copyDeals]}::text[])
      and settled_at > ${after} and settled_at <= ${until}`,
  'title.published': (after, until) => sql`
    select kid as id, creator as account_id, published_at as at,
      jsonb_build_object('kid', kid, 'title', title) as data
    from asset where published_at > ${after} and published_at <= ${until}`,
  'upload.failed': (after, until) => sql`
    select upload.id, account_id, event.at, jsonb_build_object(
      'uuid', upload.id, 'kid', kid, 'failure', coalesce(failure, '')) as data
    from upload join event on event.subject_id = upload.id and event.to_status = 'failed'
    where upload.status = 'failed' and event.at > ${after} and event.at <= ${until}`,
  'payout.settled': (after, until) => sql`
    select id, account_id, processed_at as at, jsonb_build_object(
      'payout_id', id, 'month', month, 'amount', amount, 'status', status) as data
    from payout where status in ('processed', 'failed', 'failed_and_charged')
      and processed_at > ${after} and processed_at <= ${until}`,
}

/**
 * Writes a message to each webhook that is to be told of what happened since the last time. One that was
 * switched off gets its messages, too, to be sent later by its creator.
 */
export async function collect(ctx: Ctx) {
  const until = await settledUntil(ctx)
  await inTx(ctx, async (tx) => {
    const { until: after } = await tx
      .selectFrom('webhooks_told')
      .select('until')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (after >= until) return
    const listening = await tx.selectFrom('webhook').select('id').limit(1).execute()
    if (listening.length > 0)
      for (const [event, find] of Object.entries(happened))
        await sql`
          insert into webhook_message (webhook_id, event, subject_id, data, at, next_at)
          select webhook.id, ${event}::text, happened.id, happened.data, happened.at,
            case when disabled_at is null then ${ctx.now.toISOString()}::timestamptz end
          from (${find(after, until)}) as happened
          join webhook on webhook.account_id = happened.account_id
            and ${event} = any(webhook.events)
            and happened.at >= webhook.created_at
          join account on account.id = webhook.account_id and account.role = 'ORH'
            and account.suspended_at is null
          on conflict do nothing
        `.execute(tx)
    await tx.updateTable('webhooks_told').set({ until }).execute()
  })
}
