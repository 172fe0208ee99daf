import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DealMailWords } from './deal-mail-words.tsx'
import { copyPath } from './order-mail.shared.ts'

/** The words of a trade’s top-up in mails. The trade has a mail of its own. */
export const topUpMailWords: DealMailWords = {
  order: {
    namesCopies: false,
    path: copyPath,
    subject: ({ price }) => msg`You paid ${formatYen(price)} with your trade`,
    Body: ({ copies, price }) => {
      const { id, number, title } = copies[0]!
      const paid = formatYen(price)
      return (
        <>
          <Paragraph>
            <Trans>
              You paid {paid} from your balance, tax included, in the trade for No. {number} of “
              {title}”.
            </Trans>
          </Paragraph>
          <PageLink to={`/receipts/${id}`}>
            <Trans>See your receipt</Trans>
          </PageLink>
        </>
      )
    },
  },
  dispute: {},
}
