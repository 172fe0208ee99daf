import type { Language } from '#core/language.shared.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { yen } from '#core/money.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { arrivalOf, transferDay } from '#src/finance/bank-transfer/business-day.ts'
import { type CalendarEvent, icalFile } from './ical.ts'
import { lotsFor } from './deadlines.ts'
import { sentOf } from './withholding.shared.ts'

// oxfmt-ignore
const words: Partial<Record<Language, { arrives: string; earnings: string; points: string }>> = {
  en: { arrives: 'Payout of %a arrives', earnings: 'Payout deadline for %a', points: 'Last day to spend %a in points' },
  ja: { arrives: '出金 %a の入金予定日', earnings: '売上残高 %a の出金期限', points: 'ポイント %a の有効期限' },
}

/** Returns the caller's deadlines and expected arrivals as a calendar: `GET /payout_requests/calendar`. */
export async function calendar(ctx: Ctx): Promise<Response> {
  const { account_id } = currentPerson(ctx)
  const settings = await settingsFor(ctx)
  const labels = words[ctx.lang] ?? words.en!
  const url = `${ctx.config.publicUrl}/payout`
  const deadlines = async (kind: 'sales' | 'points', title: string) => {
    const lots = await lotsFor(ctx.db, settings, { account_id, kind }, ctx.now)
    return lots.map(({ amount, ends_at }): CalendarEvent => ({
      uid: `${kind}.${ends_at}.${account_id}@renban`,
      when: new Date(ends_at),
      title: filled(title, amount),
      url,
      changed_at: ctx.now,
    }))
  }
  const open = await ctx.db
    .selectFrom('payout')
    .select(['id', 'amount', 'withheld', 'sent_on', 'created_at'])
    .where('account_id', '=', account_id)
    .where('status', '=', 'reserved')
    .execute()
  const arrivals = open.map(({ id, created_at, sent_on, ...payout }): CalendarEvent => {
    const coming = transferDay(new Date(created_at), settings.payout_day, ctx.now)
    const when = arrivalOf(sent_on ?? coming)
    const title = filled(labels.arrives, sentOf(payout))
    return { uid: `${id}@renban`, when, title, url, changed_at: new Date(created_at) }
  })
  const events = [
    ...arrivals,
    ...(await deadlines('sales', labels.earnings)),
    ...(await deadlines('points', labels.points)),
  ]
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="renban.ics"',
    'cache-control': 'no-store',
  }
  return new Response(icalFile(events), { headers })
}

const filled = (title: string, amount: number) => title.replace('%a', yen(amount))
