import { formatDay, jstDay } from '#core/clock.ts'
import { yen } from '#core/money.ts'
import type { LotKind } from '#src/ledger/lots.ts'

interface Facts {
  kind: LotKind
  amount: number
  ends_at: string
  url: string
}
type Words = Record<LotKind, { subject: (sum: string, day: string) => string; text: string }>

const words: Record<string, Words> = {
  en: {
    sales: {
      subject: (sum, day) => `${sum} of your sales balance can be paid out until ${day}`,
      text: 'What is left after that day (Japan time) becomes points. Points pay for copies, but cannot be paid out.\n\nRequest a payout:',
    },
    points: {
      subject: (sum, day) => `${sum} in points can be spent until ${day}`,
      text: 'What is left after that day (Japan time) expires.\n\nSee your points:',
    },
  },
  ja: {
    sales: {
      subject: (sum, day) => `売上残高のうち ${sum} の出金期限は ${day} です`,
      text: '期限（日本時間）を過ぎて残った分はポイントに変わります。ポイントは作品の購入に使えますが、出金はできません。\n\n出金の申請はこちら：',
    },
    points: {
      subject: (sum, day) => `${sum} 分のポイントの有効期限は ${day} です`,
      text: '期限（日本時間）を過ぎて残ったポイントは失効します。\n\nポイントの確認はこちら：',
    },
  },
}

/** Returns the mail that warns a person before earnings become points or points expire. */
export function deadlineMail(lang: string, { kind, amount, ends_at, url }: Facts) {
  const { subject, text } = (words[lang] ?? words.en!)[kind]
  const said = subject(yen(amount), formatDay(lang, jstDay(new Date(ends_at))))
  return {
    subject: said,
    text: `${said}${lang === 'ja' ? '。' : '.'}\n\n${text}\n${url}\n\nRenban\n`,
  }
}
