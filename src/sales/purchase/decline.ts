import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { log } from '#core/log.ts'
import { CardDown } from '#src/integrations/card.ts'
import { orderOf } from './offers.ts'
import type { Decline, getDecline } from './purchase.shared.ts'

/** The provider's codes that map to a reason of ours (its pages "Decline codes" and "Error codes"). */
const reasons = new Map<string, Decline>(
  Object.entries({
    insufficient_funds: 'insufficient_funds',
    expired_card: 'expired_card',
    invalid_expiry_month: 'expired_card',
    invalid_expiry_year: 'expired_card',
    incorrect_cvc: 'incorrect_cvc',
    invalid_cvc: 'incorrect_cvc',
    card_velocity_exceeded: 'limit',
    withdrawal_count_limit_exceeded: 'limit',
    authentication_required: 'not_confirmed',
    payment_intent_authentication_failure: 'not_confirmed',
    processing_error: 'try_again',
    issuer_not_available: 'try_again',
    reenter_transaction: 'try_again',
    try_again_later: 'try_again',
  }),
)

/**
 * Returns why the last card failed, as long as a purchase waits for payment. A page waits for this,
 * so a provider that does not answer soon gives null.
 */
export async function decline(ctx: Ctx, { id }: BodyOf<typeof getDecline>) {
  const { order_id, status } = (await ownPayment(ctx, id)) ?? fail('not_found')
  const [first] = await orderOf(ctx.db, order_id)
  if (status !== 'reserved' || !first?.checkout_id) return { reason: null }
  const { card } = ctx.integrations
  const ask = () => card.whyDeclined(first.checkout_id!)
  try {
    const word = await card.circuit.run(ctx.now, ask)
    return { reason: word === undefined ? null : (reasons.get(word) ?? 'declined') }
  } catch (error) {
    if (!(error instanceof CardDown)) throw error
    log('warn', 'card provider does not explain a decline', { subject: first.checkout_id, error })
    return { reason: null }
  }
}

const ownPayment = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('purchase')
    .select(['order_id', 'status'])
    .where('id', '=', id)
    .where('buyer', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
