import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getSettings } from '#src/platform/settings/settings.shared.ts'

/** A question with its answer, a text for each paragraph, and the pages where to do it. */
export interface Question {
  /** The part of the address after `#`, which mails and other pages link to. */
  id: string
  title: string
  answer: string[]
  links?: { to: string; label: string }[]
}

export interface Topic {
  id: string
  title: string
  questions: Question[]
}

/** The settings that answers depend on. */
export type HelpSettings = Pick<
  ReplyOf<typeof getSettings>,
  | 'checkout_hold_seconds'
  | 'gift_enabled'
  | 'lending_enabled'
  | 'payout_deadline_days'
  | 'points_days'
  | 'recovery_wait_days'
  | 'trade_enabled'
>

export const helpSettings = (settings: HelpSettings): HelpSettings => ({
  checkout_hold_seconds: settings.checkout_hold_seconds,
  gift_enabled: settings.gift_enabled,
  lending_enabled: settings.lending_enabled,
  payout_deadline_days: settings.payout_deadline_days,
  points_days: settings.points_days,
  recovery_wait_days: settings.recovery_wait_days,
  trade_enabled: settings.trade_enabled,
})

/** Returns the questions by topic in the reader's language, without those about what is switched off. */
export function useHelpTopics(settings: HelpSettings): Topic[] {
  const topics = [
    useAccountTopic(settings),
    useBuyingTopic(settings),
    useWatchingTopic(),
    useSellingTopic(),
  ]
  const rest = [usePassingOnTopic(settings), useMoneyTopic(settings), useCreatingTopic()]
  return [...topics, ...rest].filter(({ questions }) => questions.length > 0)
}

function useAccountTopic({ recovery_wait_days: days }: HelpSettings): Topic {
  const { t } = useLingui()
  const settings = { to: '/account/settings', label: t`Account settings` }
  const security = { to: '/account/security', label: t`Security` }
  return {
    id: 'account',
    title: t`Account and sign-in`,
    questions: [
      {
        id: 'code',
        title: t`I didn’t get a code`,
        answer: [
          t`Check your spam folder and the address you entered. After one minute you can request a new code. Only the newest code works, and only in the browser where you requested it.`,
        ],
      },
      {
        id: 'lost-access',
        title: t`I no longer have my mailbox`,
        answer: [
          t`If you have a passkey or a linked wallet, sign in with it and change your address in your account settings.`,
          t`If you have neither, write to us from your new address. Tell us your old address and some titles and numbers that you own, and when you bought them. We compare this with our records. We never ask for a code or a card number.`,
          t`${plural(days, {
            one: 'Once we are sure, we tell your old and your new address and wait for # day. No one can then take an account unnoticed: people who still read the old mailbox can stop the move.',
            other:
              'Once we are sure, we tell your old and your new address and wait for # days. No one can then take an account unnoticed: people who still read the old mailbox can stop the move.',
          })}`,
        ],
        links: [{ to: '/contact', label: t`Contact` }],
      },
      {
        id: 'passkey',
        title: t`Can I sign in without waiting for a code?`,
        answer: [
          t`Yes. Add a passkey under Security. You then sign in with your fingerprint, your face or the PIN of your device.`,
        ],
        links: [security],
      },
      {
        id: 'address',
        title: t`How do I change my email address?`,
        answer: [
          t`Enter the new address in your account settings, then the code that we send to it. Your copies, balance and history stay with your account.`,
        ],
        links: [settings],
      },
      {
        id: 'used-by-others',
        title: t`I think someone used my account`,
        answer: [
          t`Under Security, sign out the sessions that you do not recognise, and remove unknown passkeys and wallets. Then write to us.`,
        ],
        links: [security, { to: '/support', label: t`Support` }],
      },
      {
        id: 'delete-account',
        title: t`How do I delete my account?`,
        answer: [
          t`At the end of your account settings. If something is still open, such as a payout or a rental, the page says what to do first. You can download your data before.`,
        ],
        links: [settings],
      },
    ],
  }
}

function useBuyingTopic({ checkout_hold_seconds }: HelpSettings): Topic {
  const { t } = useLingui()
  const heldMinutes = Math.ceil(checkout_hold_seconds / 60)
  return {
    id: 'buying',
    title: t`Buying`,
    questions: [
      {
        id: 'numbers',
        title: t`What is a numbered copy?`,
        answer: [
          t`Each title is issued in copies, and each copy has a number. If you own No. 7 of 100, no one else does. You can watch, listen to or view the work as long as you own the copy.`,
        ],
        links: [{ to: '/dvt', label: t`How it works` }],
      },
      {
        id: 'paying',
        title: t`How can I pay?`,
        answer: [
          t`By card, from your sales balance, with points, or with a part of each. Points are used first. Other currencies are shown for comparison: you always pay in yen.`,
        ],
      },
      {
        id: 'waiting-for-payment',
        title: t`I paid, but my copy is not in my collection`,
        answer: [
          t`Confirming a payment takes about a minute. Until then, your collection shows the copy as waiting for payment. If the payment failed, you were not charged and the number is available again.`,
        ],
        links: [{ to: '/asset', label: t`My collection` }],
      },
      {
        id: 'held',
        title: t`Another buyer got my number`,
        answer: [
          t`${plural(heldMinutes, {
            one: 'The buyer who starts paying first holds the number. You were not charged. Choose another number, or check again later: if they do not pay within # minute, it becomes available again.',
            other:
              'The buyer who starts paying first holds the number. You were not charged. Choose another number, or check again later: if they do not pay within # minutes, it becomes available again.',
          })}`,
        ],
      },
      {
        id: 'returns',
        title: t`Can I return a copy?`,
        answer: [
          t`Copies are digital and delivered at once, so they cannot be returned. If a copy cannot be played and we cannot fix it, we refund you.`,
        ],
        links: [{ to: '/terms', label: t`Terms of use` }],
      },
      {
        id: 'receipts',
        title: t`Where is my receipt?`,
        answer: [
          t`Under Balance and points, open the purchase. You can download its receipt as a PDF.`,
        ],
        links: [{ to: '/account/points', label: t`Balance and points` }],
      },
      {
        id: 'coupons',
        title: t`How do I use a coupon?`,
        answer: [
          t`Enter its code under My coupons, or scan it with the camera of your phone. The page shows what you get before you redeem it.`,
        ],
        links: [{ to: '/coupons', label: t`My coupons` }],
      },
      {
        id: 'waiting-room',
        title: t`What is a waiting room?`,
        answer: [
          t`Sales with many buyers open one before they start. At the start everyone in it gets a random place in the queue, so coming first is no advantage.`,
          t`We email you when it is your turn.`,
        ],
      },
    ],
  }
}

function useWatchingTopic(): Topic {
  const { t } = useLingui()
  return {
    id: 'watching',
    title: t`Watching and renting`,
    questions: [
      {
        id: 'playback',
        title: t`A film does not play`,
        answer: [
          t`Reload the page and update your browser. While your copy is rented out, only the renter can play it. A rental that has ended no longer plays.`,
        ],
      },
      {
        id: 'browsers',
        title: t`Where can I watch?`,
        answer: [
          t`In a current version of Chrome, Edge, Firefox or Safari, on phones, tablets and computers. A film goes on where you stopped, on another device too.`,
        ],
      },
      {
        id: 'rental-start',
        title: t`When does a rental start and end?`,
        answer: [
          t`A rental starts with the payment or, where the offer says so, with the first play within 30 days; without a play it then ends. It ends automatically after the days shown. There are no further costs.`,
        ],
        links: [{ to: '/asset/rented', label: t`Rented` }],
      },
      {
        id: 'subtitles',
        title: t`Are there subtitles?`,
        answer: [
          t`The page of a title names the languages of its subtitles beside its length. Choose one in the player, where C turns subtitles on and off. Its settings change their size and colour.`,
        ],
      },
      {
        id: 'downloads',
        title: t`Can I download a copy as a file?`,
        answer: [
          t`Where the creator allows it. The file carries the number of your copy or comes with a signed receipt. The copy is locked until you confirm that you deleted the file.`,
        ],
        links: [{ to: '/verify', label: t`Check a file` }],
      },
    ],
  }
}

function useSellingTopic(): Topic {
  const { t } = useLingui()
  return {
    id: 'selling',
    title: t`Selling and renting out`,
    questions: [
      {
        id: 'list',
        title: t`How do I sell a copy or rent it out?`,
        answer: [
          t`Open the copy in your collection and choose what to do with it. Enter your price. Before you list it, you see the fee, the royalty and what you will receive.`,
        ],
        links: [{ to: '/asset', label: t`My collection` }],
      },
      {
        id: 'cannot-list',
        title: t`I cannot list my copy`,
        answer: [
          t`You can list a copy if its title belongs to a brand, the creator allows resale or rental, and nothing else holds the copy, such as a rental or another offer. The copy’s page shows what prevents it.`,
        ],
      },
      {
        id: 'end-listing',
        title: t`Can I change the price or end a listing?`,
        answer: [
          t`Yes, as long as no one is paying for the copy. A rental that has begun runs to its end.`,
        ],
      },
      {
        id: 'names',
        title: t`Who sees what I own?`,
        answer: [
          t`Your username is shown beside copies that you offer and to people you deal with. Beside a copy that you own but do not offer, others see its first letter, unless the title is yours. If you turn it on in your account settings, your username is shown beside all your copies and in the history of copies you owned. The register of copies contains wallet addresses and numbers, never names or email addresses.`,
          t`Only you see your whole collection. On your public shelf others see the copies of your choice.`,
        ],
        links: [{ to: '/account/shelf', label: t`Public shelf` }],
      },
    ],
  }
}

function usePassingOnTopic(settings: HelpSettings): Topic {
  const { t } = useLingui()
  const { gift_enabled, trade_enabled, lending_enabled } = settings
  const gift = {
    id: 'gifts',
    title: t`How do I give a copy away?`,
    answer: [
      t`Open the copy in your collection and choose “Give”. You get a link, or we send it by email. Until someone claims the gift, you can take it back. Unclaimed gifts return to you.`,
    ],
    links: [{ to: '/gifts', label: t`Gifts` }],
  }
  const trade = {
    id: 'trades',
    title: t`How do I trade?`,
    answer: [
      t`Find a copy that is open to trade and offer one of yours for it. If its owner accepts, both copies change hands at the same moment. You can withdraw your offer until then.`,
    ],
    links: [{ to: '/account/trade_offer_histories', label: t`Trade offers` }],
  }
  const lending = {
    id: 'loans',
    title: t`Can I lend a copy to a friend?`,
    answer: [
      t`Yes, for free, where the creator allows it. While your friend has it, you can neither watch nor offer the copy. It returns automatically after the days you chose, and either of you can end the loan earlier.`,
    ],
    links: [{ to: '/loans', label: t`Loans` }],
  }
  return {
    id: 'passing-on',
    title: t`Passing a copy on`,
    questions: [
      ...(gift_enabled ? [gift] : []),
      ...(trade_enabled ? [trade] : []),
      ...(lending_enabled ? [lending] : []),
    ],
  }
}

function useMoneyTopic({ payout_deadline_days, points_days }: HelpSettings): Topic {
  const { t } = useLingui()
  const payouts = { to: '/payout', label: t`Payouts` }
  const balance = { to: '/account/points', label: t`Balance and points` }
  return {
    id: 'money',
    title: t`Balance and payouts`,
    questions: [
      {
        id: 'payouts',
        title: t`When do I receive my earnings?`,
        answer: [
          t`Your earnings are in your sales balance as soon as a sale is complete. You can request one payout a month and cancel it until the end of that month. We send it the following month.`,
        ],
        links: [payouts],
      },
      {
        id: 'bank-account',
        title: t`Which bank account can I use?`,
        answer: [
          t`An account with a Japanese bank, savings or checking. Enter the name of its holder in katakana as the bank has it. After a change you have to wait before you can request a payout, for your safety.`,
        ],
        links: [{ to: '/bank/register', label: t`Bank account` }],
      },
      {
        id: 'points',
        title: t`What is the difference between sales balance and points?`,
        answer: [
          t`Your sales balance is what you have earned: spend it or have it paid out. Points can be spent here, but never paid out.`,
          t`${plural(payout_deadline_days, {
            one: 'Earnings that you have neither spent nor had paid out within # day become points. We remind you before.',
            other:
              'Earnings that you have neither spent nor had paid out within # days become points. We remind you before.',
          })}`,
          t`${plural(points_days, {
            one: 'Points expire after # day.',
            other: 'Points expire after # days.',
          })}`,
        ],
        links: [balance],
      },
      {
        id: 'failed-payout',
        title: t`My payout failed`,
        answer: [
          t`The amount is back in your sales balance. Our email says whether the bank kept the fee. Check your bank account details, then request the payout again.`,
        ],
        links: [{ to: '/bank/register', label: t`Bank account` }, payouts],
      },
    ],
  }
}

function useCreatingTopic(): Topic {
  const { t } = useLingui()
  return {
    id: 'creating',
    title: t`For creators`,
    questions: [
      {
        id: 'become-creator',
        title: t`How do I become a creator?`,
        answer: [
          t`Email us from the address you sign in with. Tell us who you are, what you make and where we can see some of your work. We approve each creator individually, usually within a week.`,
        ],
        links: [{ to: '/contact', label: t`Contact` }],
      },
      {
        id: 'upload',
        title: t`My upload stopped`,
        answer: [
          t`Open it again under Uploads and choose the same file. The upload continues where it stopped.`,
        ],
      },
      {
        id: 'more-copies',
        title: t`Can I issue more copies later?`,
        answer: [
          t`Yes. They continue the numbers after the last one. Each issue is announced and stays visible on the page of the title.`,
        ],
      },
      {
        id: 'income',
        title: t`What do I earn?`,
        answer: [
          t`The price of your own sales and rentals less our fee, and the royalty that you set on what owners sell and rent out. Before you list copies, you see what you will receive.`,
        ],
      },
    ],
  }
}
