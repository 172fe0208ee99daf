import type { Deal } from '#src/sales/deal/deal.shared.ts'
/** The values inserted into a mail about a dispute. */
export interface Facts {
  /** Yen that the bank takes back or asks for. */
  amount: string
  /** The copies that concern this person, such as `No. 7 of “Title”`. */
  copies: string
  /** The copies among them that the buyer has resold or cannot get again. */
  gone: string
  /** Yen taken from this person's balance. */
  taken: string
  /** Yen recorded as this person's debt. */
  owed: string
  /** Yen given back to this person's balance. */
  back: string
}
export type Role = 'buyer' | 'seller' | 'creator'
/** The steps of a dispute. `kept`: lost, but paid by the platform. `regained`: lost, then won. */
export type Status = 'open' | 'won' | 'lost' | 'kept' | 'regained'
type Letter = readonly [subject: string, text: string]

type Letters = Record<
  `${Exclude<Role, 'creator'>} ${Status}` | `creator ${'lost' | 'regained'}`,
  Letter
>

interface Words {
  /** The mails by kind of deal. The seller of a rental is its lender. */
  letters: Record<Deal, Letters>
  soldOn: string
  taken: string
  owed: string
  back: string
  /** Paragraphs for a payment confirmed after a loss. */
  gone: string
  again: string
  copy: (number: number, title: string) => string
  between: string
}

// oxfmt-ignore
export const words: Record<string, Words> = {
  en: {
    letters: { sale: {
      'buyer open': ['A card payment of yours is disputed', 'The bank of the card that paid %amount for %copies asks for the money back. While it decides, you keep the copy and can watch it, but it cannot be offered.\n\nIf you know this payment, tell your bank so. If you do not, write to us.'],
      'buyer won': ['The dispute is over: nothing changes', 'The bank has confirmed the payment of %amount for %copies. The copy is yours as before, and you can offer it again.'],
      'buyer lost': ['Your bank has taken a payment back', 'The bank has given %amount back to the card that paid for %copies. A copy that you still held has gone back to its seller.'],
      'buyer kept': ['The dispute is over: the copy stays yours', 'The bank has given %amount back to the card that paid for %copies. The copy is yours as before, and you can offer it again.'],
      'seller open': ['A payment for a copy that you sold is disputed', 'The bank of the card that paid for %copies asks for the money back. Nothing changes for you while it decides.\n\nIf the bank takes the money, what you earned goes back and the copy is yours again.'],
      'seller won': ['The dispute is over: your earnings stay yours', 'The bank has confirmed the payment for %copies.'],
      'seller lost': ['A copy that you sold is yours again', 'The bank has taken back what was paid for %copies. So the sale is undone: the copy is yours again, and what you earned by it goes back.'],
      'seller kept': ['The dispute is over: your earnings stay yours', 'The bank has taken back another amount than was paid for %copies. We bear it: nothing changes for you.'],
      'buyer regained': ['Your payment stands after all', 'The bank has decided anew and confirmed the payment of %amount for %copies. What went back to its seller is yours again.'],
      'seller regained': ['A sale stands after all', 'The bank has decided anew and confirmed the payment for %copies. So the sale is made again: the copy is its buyer’s, and what you earned by it is yours.'],
      'creator regained': ['A royalty is yours after all', 'The bank has decided anew and confirmed the payment for %copies. Your royalty for it is yours again.'],
      'creator lost': ['A royalty goes back', 'The bank has taken back what was paid for %copies. So the sale is undone, and your royalty for it goes back.'],
    }, rental: {
      'buyer open': ['A card payment of yours is disputed', 'The bank of the card that paid %amount for your rental of %copies asks for the money back. While it decides, your rental goes on until its end.\n\nIf you know this payment, tell your bank so. If you do not, write to us.'],
      'buyer won': ['The dispute is over: nothing changes', 'The bank has confirmed the payment of %amount for your rental of %copies.'],
      'buyer lost': ['Your bank has taken a payment back', 'The bank has given %amount back to the card that paid for your rental of %copies. The rental has ended with it.'],
      'buyer kept': ['The dispute is over: nothing changes', 'The bank has given %amount back to the card that paid for your rental of %copies. The rental stays as it was.'],
      'seller open': ['A payment for a rental of your copy is disputed', 'The bank of the card that paid for a rental of %copies asks for the money back. Nothing changes for you while it decides.\n\nIf the bank takes the money, the rental ends and what you earned by it goes back. The copy is yours as before.'],
      'seller won': ['The dispute is over: your earnings stay yours', 'The bank has confirmed the payment for a rental of %copies.'],
      'seller lost': ['Earnings of a rental go back', 'The bank has taken back what was paid for a rental of %copies. So the rental has ended, and what you earned by it goes back. The copy is yours as before.'],
      'seller kept': ['The dispute is over: your earnings stay yours', 'The bank has taken back another amount than was paid for a rental of %copies. We bear it: nothing changes for you.'],
      'buyer regained': ['Your payment stands after all', 'The bank has decided anew and confirmed the payment of %amount for your rental of %copies.'],
      'seller regained': ['Earnings of a rental are yours after all', 'The bank has decided anew and confirmed the payment for a rental of %copies. What you earned by it is yours.'],
      'creator regained': ['A royalty is yours after all', 'The bank has decided anew and confirmed the payment for a rental of %copies. Your royalty for it is yours again.'],
      'creator lost': ['A royalty goes back', 'The bank has taken back what was paid for a rental of %copies. So your royalty for it goes back.'],
    } },
    soldOn: 'You have sold on %gone. Its new owner keeps it, so you owe its price.',
    taken: '%taken was taken from your sales balance.',
    owed: '%owed is missing. You need not do anything: your next earnings pay it before anything is paid out.',
    back: '%back of your balance is there again.',
    gone: '%gone cannot be given again: it has gone on, or its rental was cut short. Write to us, and what your card paid for it goes back.',
    again: '%taken of the price came from your balance and was taken from it again.',
    copy: (number, title) => `No. ${number} of “${title}”`,
    between: ', ',
  },
  ja: {
    letters: { sale: {
      'buyer open': ['カード決済に異議申し立てがありました', '%copiesのお支払い %amount について、カード会社から返金の請求がありました。判断が出るまでのあいだ、作品は引き続きご覧いただけますが、出品はできません。\n\nお心当たりのあるお支払いでしたら、カード会社へその旨をお伝えください。お心当たりがない場合は、当社へご連絡ください。'],
      'buyer won': ['異議申し立ては終わりました', '%copiesのお支払い %amount は、カード会社に認められました。作品はこれまでどおりあなたのもので、再び出品できます。'],
      'buyer lost': ['カード会社がお支払いを取り消しました', '%copiesのお支払い %amount は、カード会社によってカードへ返金されました。お手元にあった番号は、出品者に戻りました。'],
      'buyer kept': ['異議申し立ては終わりました。作品は引き続きあなたのものです', '%copiesのお支払いについて、カード会社から %amount がカードへ返金されました。作品はこれまでどおりあなたのもので、再び出品できます。'],
      'seller open': ['お売りになった番号の決済に異議申し立てがありました', '%copiesのお支払いについて、カード会社から返金の請求がありました。判断が出るまで、あなたの残高は変わりません。\n\n返金が決まった場合は、売上が取り消され、番号はあなたに戻ります。'],
      'seller won': ['異議申し立ては終わりました。売上はそのままです', '%copiesのお支払いは、カード会社に認められました。'],
      'seller lost': ['お売りになった番号があなたに戻りました', '%copiesのお支払いは、カード会社によって取り消されました。そのため販売も取り消しとなり、番号はあなたに戻り、売上は差し戻されます。'],
      'seller kept': ['異議申し立ては終わりました。売上はそのままです', '%copiesのお支払いについて、カード会社が購入額と異なる額を返金しました。その分は当社が負担しますので、売上は変わりません。'],
      'buyer regained': ['お支払いがあらためて認められました', '%copiesのお支払い %amount は、カード会社の再度の判断により認められました。出品者に戻っていた番号は、再びあなたのものです。'],
      'seller regained': ['販売があらためて成立しました', '%copiesのお支払いは、カード会社の再度の判断により認められました。そのため販売があらためて成立し、番号は購入者のものとなり、売上はあなたのものです。'],
      'creator regained': ['ロイヤリティが戻りました', '%copiesのお支払いは、カード会社の再度の判断により認められました。ロイヤリティはあなたのものです。'],
      'creator lost': ['ロイヤリティが差し戻されます', '%copiesのお支払いは、カード会社によって取り消されました。そのため販売も取り消しとなり、ロイヤリティは差し戻されます。'],
    }, rental: {
      'buyer open': ['カード決済に異議申し立てがありました', '%copiesのレンタル料金 %amount について、カード会社から返金の請求がありました。判断が出るまでのあいだも、レンタルは期限まで続きます。\n\nお心当たりのあるお支払いでしたら、カード会社へその旨をお伝えください。お心当たりがない場合は、当社へご連絡ください。'],
      'buyer won': ['異議申し立ては終わりました', '%copiesのレンタル料金 %amount は、カード会社に認められました。変更はありません。'],
      'buyer lost': ['カード会社がお支払いを取り消しました', '%copiesのレンタル料金 %amount は、カード会社によってカードへ返金されました。これに伴い、レンタルは終了しました。'],
      'buyer kept': ['異議申し立ては終わりました。変更はありません', '%copiesのレンタルについて、カード会社から %amount がカードへ返金されました。レンタルはこれまでどおりです。'],
      'seller open': ['レンタルの決済に異議申し立てがありました', '%copiesのレンタル料金について、カード会社から返金の請求がありました。判断が出るまで、あなたの残高は変わりません。\n\n返金が決まった場合は、レンタルは終了し、その売上が取り消されます。番号はこれまでどおりあなたのものです。'],
      'seller won': ['異議申し立ては終わりました。売上はそのままです', '%copiesのレンタル料金は、カード会社に認められました。'],
      'seller lost': ['レンタルの売上が差し戻されます', '%copiesのレンタル料金は、カード会社によって取り消されました。そのためレンタルは終了し、売上は差し戻されます。番号はこれまでどおりあなたのものです。'],
      'seller kept': ['異議申し立ては終わりました。売上はそのままです', '%copiesのレンタルについて、カード会社がレンタル料金と異なる額を返金しました。その分は当社が負担しますので、売上は変わりません。'],
      'buyer regained': ['お支払いがあらためて認められました', '%copiesのレンタル料金 %amount は、カード会社の再度の判断により認められました。'],
      'seller regained': ['レンタルの売上が戻りました', '%copiesのレンタル料金は、カード会社の再度の判断により認められました。レンタルの売上はあなたのものです。'],
      'creator regained': ['ロイヤリティが戻りました', '%copiesのレンタル料金は、カード会社の再度の判断により認められました。ロイヤリティはあなたのものです。'],
      'creator lost': ['ロイヤリティが差し戻されます', '%copiesのレンタル料金は、カード会社によって取り消されました。そのためロイヤリティは差し戻されます。'],
    } },
    soldOn: '%goneは、すでにほかの方へ販売されています。番号は新しい所有者のもとに残るため、その代金をご負担いただきます。',
    taken: '売上残高から %taken を差し引きました。',
    owed: '不足分は %owed です。お手続きは必要ありません。今後の売上から、出金に先立って充てられます。',
    back: '%back は、残高に戻りました。',
    gone: '%goneは、すでにほかの方のものになっているか、レンタルが途中で終了しているため、あらためてお渡しできません。カードでお支払いいただいた分は返金いたしますので、当社へご連絡ください。',
    again: '代金のうち残高からのお支払い分 %taken を、あらためて残高から差し引きました。',
    copy: (number, title) => `「${title}」No. ${number}`,
    between: '、',
  },
}
