import type { LineKind } from './statement.shared.ts'

type Said = Record<LineKind, string> & { rented: string; given_back: string }

/** What each kind of movement is called in files and on papers. */
// oxfmt-ignore
const words: Record<string, Said> = {
  en: {
    sale: 'Sale', rental: 'Rental income', rented: 'Rented', royalty: 'Royalty', buy: 'Purchase',
    hold: 'Set aside for a payment', given_back: 'Given back, nothing was paid',
    distribution: 'Distribution fee', payout: 'Payout, fee included', payout_return: 'Payout returned',
    conversion: 'Earnings became points', expiry: 'Points expired', coupon: 'Points from a coupon',
    dispute: 'Disputed payment', debt: 'Debt paid', opening: 'Brought forward', other: 'Other',
  },
  ja: {
    sale: '販売', rental: 'レンタル収入', rented: 'レンタル', royalty: 'ロイヤリティ', buy: '購入',
    hold: 'お支払いのための確保', given_back: 'お支払いの取りやめによる返還',
    distribution: '配布手数料', payout: '出金（手数料を含む）', payout_return: '出金の返還',
    conversion: '売上残高からポイントへの切り替え', expiry: 'ポイントの失効', coupon: 'クーポンによるポイント',
    dispute: '異議のあった決済', debt: '不足分への充当', opening: '繰越', other: 'その他',
  },
}

/** What a movement is called in a language, English where it is none of the papers'. */
export function kindLabel(
  lang: string,
  {
    kind,
    sales_change,
    points_change,
  }: { kind: LineKind; sales_change: number; points_change: number },
): string {
  const said = words[lang] ?? words.en!
  const change = sales_change + points_change
  if (kind === 'rental' && change < 0) return said.rented
  if (kind === 'hold' && change > 0) return said.given_back
  return said[kind]
}
