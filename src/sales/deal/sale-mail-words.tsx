import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph, Part } from '#src/platform/mail/mail-elements.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DealMailWords } from './deal-mail-words.tsx'
import { copyPath, type OrderFacts } from './order-mail.shared.ts'

/** The words of a sale in mails. */
export const saleMailWords: DealMailWords = {
  order: {
    namesCopies: true,
    path: copyPath,
    subject({ copies }) {
      const { number, title } = copies[0]!
      const count = copies.length
      return count === 1
        ? msg`No. ${number} of “${title}” is yours`
        : msg`${count} copies are yours, including No. ${number} of “${title}”`
    },
    Body: (facts) => (facts.copies.length === 1 ? <OneCopy {...facts} /> : <Copies {...facts} />),
  },
  sold: ({ number, title, sum }) => msg`No. ${number} of “${title}” was sold: ${sum} for you`,
  dispute: {
    'buyer open': {
      subject: msg`Your card payment is disputed`,
      text: ({ amount, copies }) => [
        msg`The bank of the card that paid ${amount} for ${copies} is asking for the money back. While it decides, you can watch what you bought, but not offer it.`,
        msg`If you recognise this payment, tell your bank. If you don’t, contact us.`,
      ],
    },
    'buyer won': {
      subject: msg`The dispute is over: nothing changes`,
      text: ({ amount, copies }) => [
        msg`The bank confirmed the payment of ${amount} for ${copies}. What you bought stays yours, and you can offer it again.`,
      ],
    },
    'buyer lost': {
      subject: msg`Your bank reversed a payment`,
      text: ({ amount, copies }) => [
        msg`The bank returned ${amount} to the card that paid for ${copies}. Copies that you still owned were returned to the seller.`,
      ],
    },
    'buyer kept': {
      subject: msg`The dispute is over: you keep what you bought`,
      text: ({ amount, copies }) => [
        msg`The bank returned ${amount} to the card that paid for ${copies}. What you bought stays yours, and you can offer it again.`,
      ],
    },
    'buyer regained': {
      subject: msg`Your payment was confirmed after all`,
      text: ({ amount, copies }) => [
        msg`The bank changed its decision and confirmed the payment of ${amount} for ${copies}. The copies that are still available are yours again.`,
      ],
    },
    'seller open': {
      subject: msg`The payment for one of your sales is disputed`,
      text: ({ copies }) => [
        msg`The bank of the card that paid for ${copies} is asking for the money back. Nothing changes for you while it decides.`,
        msg`If the bank takes the money back, you get back what you sold, and your earnings from the sale are reversed.`,
      ],
    },
    'seller won': {
      subject: msg`The dispute is over: you keep your earnings`,
      text: ({ copies }) => [msg`The bank confirmed the payment for ${copies}.`],
    },
    'seller lost': {
      subject: msg`A sale was reversed: what you sold is yours again`,
      text: ({ copies }) => [
        msg`The bank took back the payment for ${copies}. You get back what you sold, and your earnings from the sale are reversed.`,
      ],
    },
    'seller kept': {
      subject: msg`The dispute is over: you keep your earnings`,
      text: ({ copies }) => [
        msg`The bank took back an amount different from what was paid for ${copies}. We cover it, so nothing changes for you.`,
      ],
    },
    'seller regained': {
      subject: msg`A sale was confirmed after all`,
      text: ({ copies }) => [
        msg`The bank changed its decision and confirmed the payment for ${copies}. The sale is valid again: the buyer owns what you sold, and you keep your earnings.`,
      ],
    },
    'creator lost': {
      subject: msg`A royalty was reversed`,
      text: ({ copies }) => [
        msg`The bank took back the payment for ${copies}. The sale and your royalty from it are reversed.`,
      ],
    },
    'creator regained': {
      subject: msg`A royalty was restored`,
      text: ({ copies }) => [
        msg`The bank changed its decision and confirmed the payment for ${copies}. Your royalty from it is back in your balance.`,
      ],
    },
  },
  gone: (copies) =>
    msg`The seller can no longer return ${copies} to you. Contact us, and we will refund what your card paid for this.`,
}

function OneCopy({ copies, price }: OrderFacts) {
  const { id, kid, number } = copies[0]!
  const paid = formatYen(price)
  return (
    <>
      <Paragraph>
        <Trans>You paid {paid}, tax included.</Trans>
      </Paragraph>
      <ButtonLink to={`/asset/${kid}?no=${number}`}>
        <Trans>Open your copy</Trans>
      </ButtonLink>
      <PageLink to={`/receipts/${id}`}>
        <Trans>See your receipt</Trans>
      </PageLink>
    </>
  )
}

function Copies({ copies, price }: OrderFacts) {
  const paid = formatYen(price)
  return (
    <>
      <Paragraph>
        <Trans>You paid {paid} in total, tax included.</Trans>
      </Paragraph>
      {copies.map(({ id, kid, number, title }) => (
        <Part key={id}>
          <Paragraph>
            <strong>
              <Trans>
                No. {number} of “{title}”
              </Trans>
            </strong>
          </Paragraph>
          <PageLink to={`/asset/${kid}?no=${number}`}>
            <Trans>Open your copy</Trans>
          </PageLink>
          <PageLink to={`/receipts/${id}`}>
            <Trans>See your receipt</Trans>
          </PageLink>
        </Part>
      ))}
    </>
  )
}
