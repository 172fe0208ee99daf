import type { Ctx } from '#core/context.ts'
import type { GiftFacts, giftMail } from '#src/catalog/gift/gift-mail.shared.ts'
import { isHidden, shownName, shownText } from '#src/catalog/moderation/messages.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf, toAddress } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { pathOf } from './token.ts'

/** The state in which each news is still worth telling. */
const states: Record<GiftFacts['news'], string> = {
  given: 'open',
  reminder: 'open',
  unclaimed: 'open',
  claimed: 'claimed',
  declined: 'declined',
  expired: 'expired',
  revoked: 'revoked',
}

/**
 * Reads the mail about a gift. Undefined if it has moved on, while gifts are switched off, or if its address
 * was deleted with an account. What leads its recipient to the gift waits while the title is hidden.
 */
export async function readGiftMail(ctx: Ctx, { id, news, again }: AboutOf<typeof giftMail>) {
  const { db } = ctx
  const row = await db
    .selectFrom('gift')
    .innerJoin('asset', 'asset.kid', 'gift.kid')
    .leftJoin('account as claimer', 'claimer.id', 'gift.recipient')
    .select(['gift.kid', 'title', 'gift.number', 'gift.email', 'is_public'])
    .select(['gift.lang', 'gift.status', 'expires_at', 'giver', 'claimer.username'])
    .select([shownName('gift', null).as('name'), shownText('gift', null).as('message')])
    .select([isHidden('gift').as('message_hidden')])
    .where('gift.id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.status !== states[news] || !(await settingsOf(db)).gift_enabled) return undefined
  const { kid, title, number, message, message_hidden, expires_at, email } = row
  const isToRecipient = news === 'given' || news === 'reminder'
  if (isToRecipient && !row.is_public) return 'waits'
  const to = isToRecipient ? toAddress(email, row.lang) : await recipientOf(db, row.giver)
  if (!to) return undefined
  const facts: GiftFacts = {
    news,
    path: isToRecipient ? pathOf(ctx, id) : '/gifts',
    kid,
    title,
    number,
    name: row.name,
    recipient: row.username ?? email,
    message,
    message_hidden,
    expires_at,
  }
  const name = again ? `${news}.${again}` : news
  return { id: `gift.${id}.${name}`, ...to, facts }
}
