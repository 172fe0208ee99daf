import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DealMailWords } from './deal-mail-words.tsx'

/** The words of a free distribution’s fee in mails. Its payer is the creator, on both sides. */
export const distributionMailWords: DealMailWords = {
  order: {
    namesCopies: false,
    path: ({ copies }) => `/asset/distributions?purchase=${copies[0]!.id}`,
    subject: ({ copies }) => msg`Your free distribution of “${copies[0]!.title}” is paid`,
    Body: ({ copies, price }) => {
      const paid = formatYen(price)
      const { id } = copies[0]!
      return (
        <>
          <Paragraph>
            <Trans>You paid {paid}, tax included. The copies can be claimed in a moment.</Trans>
          </Paragraph>
          <ButtonLink to={`/asset/distributions?purchase=${id}`}>
            <Trans>See who has claimed a copy</Trans>
          </ButtonLink>
          <PageLink to={`/receipts/${id}`}>
            <Trans>See your receipt</Trans>
          </PageLink>
        </>
      )
    },
  },
  dispute: {
    'buyer open': {
      subject: msg`Your card payment is disputed`,
      text: ({ amount, title }) => [
        msg`The bank of the card that paid ${amount} for your free distribution of “${title}” is asking for the money back. Nothing changes while it decides.`,
        msg`If you recognise this payment, tell your bank. If you don’t, contact us.`,
      ],
    },
    'buyer won': {
      subject: msg`The dispute is over: nothing changes`,
      text: ({ amount, title }) => [
        msg`The bank confirmed the payment of ${amount} for your free distribution of “${title}”.`,
      ],
    },
    'buyer lost': {
      subject: msg`Your bank reversed a payment`,
      text: ({ amount, title }) => [
        msg`The bank returned ${amount} to the card that paid for your free distribution of “${title}”. If no one had claimed a copy, it has ended. Otherwise you owe us the fee.`,
      ],
    },
    'buyer kept': {
      subject: msg`The dispute is over: your distribution goes on`,
      text: ({ amount, title }) => [
        msg`The bank returned ${amount} to the card that paid for your free distribution of “${title}”. It goes on.`,
      ],
    },
    'buyer regained': {
      subject: msg`Your payment was confirmed after all`,
      text: ({ amount, title }) => [
        msg`The bank changed its decision and confirmed the payment of ${amount} for your free distribution of “${title}”.`,
      ],
    },
  },
  gone: () =>
    msg`The distribution had already ended. Contact us, and we will refund what your card paid for it.`,
}
