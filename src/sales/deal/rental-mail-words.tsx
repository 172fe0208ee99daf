import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DealMailWords } from './deal-mail-words.tsx'
import { copyPath, type OrderFacts } from './order-mail.shared.ts'

/** The words of a rental in mails. */
export const rentalMailWords: DealMailWords = {
  order: {
    namesCopies: true,
    path: copyPath,
    subject({ copies }) {
      const { number, title } = copies[0]!
      return msg`You rented No. ${number} of “${title}”`
    },
    Body: (facts) => <RentedCopy {...facts} />,
  },
  sold: ({ number, title, sum }) => msg`No. ${number} of “${title}” was rented: ${sum} for you`,
  dispute: {
    'buyer open': {
      subject: msg`Your card payment is disputed`,
      text: ({ amount, copies }) => [
        msg`The bank of the card that paid ${amount} for your rental of ${copies} is asking for the money back. While it decides, your rental continues as agreed.`,
        msg`If you recognise this payment, tell your bank. If you don’t, contact us.`,
      ],
    },
    'buyer won': {
      subject: msg`The dispute is over: nothing changes`,
      text: ({ amount, copies }) => [
        msg`The bank confirmed the payment of ${amount} for your rental of ${copies}.`,
      ],
    },
    'buyer lost': {
      subject: msg`Your bank reversed a payment`,
      text: ({ amount, copies }) => [
        msg`The bank returned ${amount} to the card that paid for your rental of ${copies}. The rental has therefore ended.`,
      ],
    },
    'buyer kept': {
      subject: msg`The dispute is over: nothing changes`,
      text: ({ amount, copies }) => [
        msg`The bank returned ${amount} to the card that paid for your rental of ${copies}. Your rental is not affected.`,
      ],
    },
    'buyer regained': {
      subject: msg`Your payment was confirmed after all`,
      text: ({ amount, copies }) => [
        msg`The bank changed its decision and confirmed the payment of ${amount} for your rental of ${copies}.`,
      ],
    },
    'seller open': {
      subject: msg`A payment for a rental of your copy is disputed`,
      text: ({ copies }) => [
        msg`The bank of the card that paid for a rental of ${copies} is asking for the money back. Nothing changes for you while it decides.`,
        msg`If the bank takes the money back, the rental ends and your earnings from it are reversed. The copy stays yours.`,
      ],
    },
    'seller won': {
      subject: msg`The dispute is over: you keep your earnings`,
      text: ({ copies }) => [msg`The bank confirmed the payment for a rental of ${copies}.`],
    },
    'seller lost': {
      subject: msg`Earnings from a rental were reversed`,
      text: ({ copies }) => [
        msg`The bank took back the payment for a rental of ${copies}. The rental has ended, and your earnings from it are reversed. The copy stays yours.`,
      ],
    },
    'seller kept': {
      subject: msg`The dispute is over: you keep your earnings`,
      text: ({ copies }) => [
        msg`The bank took back an amount different from what was paid for a rental of ${copies}. We cover it, so nothing changes for you.`,
      ],
    },
    'seller regained': {
      subject: msg`Earnings from a rental were restored`,
      text: ({ copies }) => [
        msg`The bank changed its decision and confirmed the payment for a rental of ${copies}. Your earnings from it are back in your balance.`,
      ],
    },
    'creator lost': {
      subject: msg`A royalty was reversed`,
      text: ({ copies }) => [
        msg`The bank took back the payment for a rental of ${copies}. Your royalty from it is reversed.`,
      ],
    },
    'creator regained': {
      subject: msg`A royalty was restored`,
      text: ({ copies }) => [
        msg`The bank changed its decision and confirmed the payment for a rental of ${copies}. Your royalty from it is back in your balance.`,
      ],
    },
  },
  gone: (copies) =>
    msg`Your rental of ${copies} was cut short and cannot continue. Contact us, and we will refund what your card paid for it.`,
}

function RentedCopy({ copies, price, ends_at, start }: OrderFacts) {
  const { i18n } = useLingui()
  const { id, kid, number } = copies[0]!
  const paid = formatYen(price)
  const until = formatDateTime(start?.by ?? ends_at!, i18n.locale)
  return (
    <>
      <Paragraph>
        {start ? (
          <Plural
            value={start.days}
            one={`Start watching by ${until}. You can then watch it for # day. We ask you before it starts.`}
            other={`Start watching by ${until}. You can then watch it for # days. We ask you before it starts.`}
          />
        ) : (
          <Trans>You can watch it until {until}.</Trans>
        )}
      </Paragraph>
      <Paragraph>
        <Trans>You paid {paid}, tax included.</Trans>
      </Paragraph>
      <ButtonLink to={`/asset/${kid}?no=${number}`}>
        <Trans>Open the title</Trans>
      </ButtonLink>
      <PageLink to={`/receipts/${id}`}>
        <Trans>See your receipt</Trans>
      </PageLink>
    </>
  )
}
