import type { Language } from '#core/language.shared.ts'
import type { LineKind } from './statement.shared.ts'

export type LineLabel = LineKind | 'rented' | 'top_up' | 'given_back'
type Labels = Record<LineLabel, string>
interface Movement {
  kind: LineKind
  sales_change: number
  points_change: number
}

/** The labels of each kind of movement in CSV files. */
// oxfmt-ignore
const labels: Partial<Record<Language, Labels>> = {
  en: {
    sale: 'Sale', rental: 'Rental income', rented: 'Rental', trade: 'Yen received in a trade', top_up: 'Yen paid in a trade', royalty: 'Royalty', buy: 'Purchase',
    hold: 'Held for a payment', given_back: 'Released, not paid',
    distribution: 'Distribution fee', payout: 'Payout, fee included', payout_return: 'Payout returned',
    conversion: 'Earnings became points', expiry: 'Points expired', coupon: 'Points from a coupon',
    dispute: 'Disputed payment', debt: 'Amount owed repaid', opening: 'Brought forward', other: 'Other',
  },
  ja: {
    sale: '販売', rental: 'レンタル収入', rented: 'レンタル', trade: 'トレードでの受け取り', top_up: 'トレードでのお支払い', royalty: 'ロイヤリティ', buy: '購入',
    hold: 'お支払いのための確保', given_back: 'お支払いの取りやめによる返還',
    distribution: '配布手数料', payout: '出金（手数料を含む）', payout_return: '出金の返還',
    conversion: '売上残高をポイントに変換', expiry: 'ポイントの失効', coupon: 'クーポンのポイント',
    dispute: '異議のあった決済', debt: '不足分への充当', opening: '繰越', other: 'その他',
  },
}

/** Returns the label of a movement in `lang`, or in English if there is no translation. */
export const kindLabel = (lang: Language, line: Movement): string =>
  (labels[lang] ?? labels.en!)[labelOf(line)]

/** Names the label of a movement, which tells the two sides of a deal apart. */
export function labelOf({ kind, sales_change, points_change }: Movement): LineLabel {
  const change = sales_change + points_change
  if (kind === 'rental' && change < 0) return 'rented'
  if (kind === 'trade' && change < 0) return 'top_up'
  if (kind === 'hold' && change > 0) return 'given_back'
  return kind
}
