const en = {
  lang: 'en',
  title: 'Test card payment',
  mode: 'Test card payment. No real card is charged and no money moves.',
  payTo: (shop: string) => `Pay ${shop}`,
  until: (time: string) => `Pay before ${time} (Japan time).`,
  receipt: (email: string) => `Receipt to ${email}`,
  card_number: 'Card number',
  expiry: 'Expiry (MM / YY)',
  cvc: 'Security code',
  name: 'Name on card',
  pay: (amount: string) => `Pay ${amount}`,
  back: (shop: string) => `Back to ${shop}`,
  tests: 'Test cards',
  pays: 'pays',
  declines: 'is declined',
  poor: 'has insufficient funds',
  old: 'has expired',
  wrongCode: 'has a wrong security code',
  challenges: 'requires 3-D Secure',
  flaws: {
    card_number: 'This is not a card number. Check its digits.',
    expiry: 'This date has passed or is not a date. Enter it as 08 / 29.',
    cvc: 'Enter the 3 or 4 digits on the back of your card.',
  },
  refused: {
    generic_decline: 'The card was declined. You were not charged. Try another card.',
    insufficient_funds: 'The card has insufficient funds. You were not charged. Try another card.',
    expired_card: 'The card has expired. You were not charged. Try another card.',
    incorrect_cvc:
      'The security code is wrong. You were not charged. Check the digits on the back of your card.',
    processing_error:
      'Something went wrong at the bank. You were not charged. Try again in a moment.',
    card_velocity_exceeded:
      'The card has reached its limit. You were not charged. Try another card.',
    payment_intent_authentication_failure:
      'Your bank could not confirm that it is you. You were not charged. Try again or use another card.',
  } as Record<string, string>,
  paid: 'This payment is complete',
  paidText: (amount: string) => `You paid ${amount}.`,
  expired: 'This payment page has expired',
  expiredText: 'You were not charged. Go back and start again.',
  on: 'Continue',
  nothing: 'Payment not found',
  nothingText: 'The address may be incomplete. Go back to the shop and start again.',
  bank: 'Test bank',
  challenge: 'Confirm this payment',
  challengeText: (shop: string, amount: string) =>
    `${shop} wants to charge ${amount}. This page emulates your bank’s 3-D Secure check.`,
  approve: 'Approve',
  fail: 'Decline',
}

const ja: typeof en = {
  lang: 'ja',
  title: 'テストカード決済',
  mode: 'テストカード決済です。実際のカードに請求されることはなく、お金は動きません。',
  payTo: (shop) => `${shop} へのお支払い`,
  until: (time) => `${time}（日本時間）までにお支払いください。`,
  receipt: (email) => `領収書の送付先：${email}`,
  card_number: 'カード番号',
  expiry: '有効期限（月 / 年）',
  cvc: 'セキュリティコード',
  name: 'カード名義人',
  pay: (amount) => `${amount} を支払う`,
  back: (shop) => `${shop} に戻る`,
  tests: '使えるテストカード',
  pays: '支払いが完了します',
  declines: '拒否されます',
  poor: '残高が不足しています',
  old: '有効期限が切れています',
  wrongCode: 'セキュリティコードが一致しません',
  challenges: '3Dセキュア認証を求められます',
  flaws: {
    card_number: 'カード番号が正しくありません。数字をご確認ください。',
    expiry: '期限切れか、日付の形が正しくありません。08 / 29 のように入力してください。',
    cvc: 'カード裏面の3桁または4桁の数字を入力してください。',
  },
  refused: {
    generic_decline: 'カードが拒否されました。請求はされていません。別のカードをお試しください。',
    insufficient_funds: '残高が不足しています。請求はされていません。別のカードをお試しください。',
    expired_card:
      'カードの有効期限が切れています。請求はされていません。別のカードをお試しください。',
    incorrect_cvc:
      'セキュリティコードが正しくありません。請求はされていません。カード裏面の数字をご確認ください。',
    processing_error:
      'カード会社で処理できませんでした。請求はされていません。少し待ってからもう一度お試しください。',
    card_velocity_exceeded:
      'カードのご利用限度額に達しています。請求はされていません。別のカードをお試しください。',
    payment_intent_authentication_failure:
      'ご本人の確認ができませんでした。請求はされていません。もう一度試すか、別のカードをお使いください。',
  },
  paid: 'お支払いは完了しています',
  paidText: (amount) => `${amount} をお支払いいただきました。`,
  expired: 'このお支払いページは期限切れです',
  expiredText: '請求はされていません。戻ってもう一度お手続きください。',
  on: '続ける',
  nothing: 'お支払いが見つかりません',
  nothingText: 'アドレスが途中で切れている可能性があります。戻ってもう一度お手続きください。',
  bank: 'テスト銀行',
  challenge: 'お支払いの確認',
  challengeText: (shop, amount) =>
    `${shop} が ${amount} の支払いを求めています。この画面は銀行の3Dセキュア認証の代わりです。`,
  approve: '承認する',
  fail: '承認しない',
}

export type Texts = typeof en

/** Returns the texts in the session's language, or in the browser's for `auto`. Falls back to English. */
export function textsFor(locale: string | null | undefined, accepts: string | undefined): Texts {
  const language = locale && locale !== 'auto' ? locale : (accepts ?? '')
  return language.trim().toLowerCase().startsWith('ja') ? ja : en
}
