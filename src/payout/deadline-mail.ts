import { jstDay } from '#core/clock.ts'
import type { LotKind } from '../ledger/lots.ts'

interface Facts {
  kind: LotKind
  amount: number
  ends_at: string
  url: string
}
type Words = Record<LotKind, { subject: (yen: string, day: string) => string; text: string }>

const words: Record<string, Words> = {
  en: {
    sales: {
      subject: (yen, day) => `${yen} of your sales balance can be paid out until ${day}`,
      text: 'What is still there after that day (Japan time) becomes points: they pay for copies here, but no longer go to a bank.\n\nAsk for a payout here:',
    },
    points: {
      subject: (yen, day) => `${yen} in points can be spent until ${day}`,
      text: 'What is still there after that day (Japan time) ends.\n\nSee your points here:',
    },
  },
  ja: {
    sales: {
      subject: (yen, day) => `売上残高のうち ${yen} の出金期限は ${day} です`,
      text: '期限（日本時間）を過ぎると残りはポイントに変わります。ポイントは作品の購入に使えますが、銀行口座への出金はできません。\n\n出金の申請はこちら：',
    },
    points: {
      subject: (yen, day) => `${yen} 分のポイントの有効期限は ${day} です`,
      text: '期限（日本時間）を過ぎると残りのポイントは失効します。\n\nポイントの確認はこちら：',
    },
  },
}

/** What a person is told before earnings become points or points end. */
export function deadlineMail(lang: string, { kind, amount, ends_at, url }: Facts) {
  const { subject, text } = (words[lang] ?? words.en!)[kind]
  const said = subject(`¥${amount.toLocaleString('en')}`, jstDay(new Date(ends_at)))
  return {
    subject: said,
    text: `${said}${lang === 'ja' ? '。' : '.'}\n\n${text}\n${url}\n\nRenban\n`,
  }
}
