import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import type { DealMailWords } from './deal-mail-words.tsx'
import { copyPath, type OrderFacts } from './order-mail.shared.ts'

/** The words of a free rental in mails. */
export const freeRentalMailWords: DealMailWords = {
  order: {
    namesCopies: true,
    path: copyPath,
    subject({ copies }) {
      const { number, title } = copies[0]!
      return msg`You rented No. ${number} of “${title}”`
    },
    Body: (facts) => <RentedForFree {...facts} />,
  },
  dispute: {},
}

function RentedForFree({ copies, ends_at }: OrderFacts) {
  const { i18n } = useLingui()
  const { kid, number } = copies[0]!
  const until = formatDateTime(ends_at!, i18n.locale)
  return (
    <>
      <Paragraph>
        <Trans>You can watch it until {until}. It costs you nothing.</Trans>
      </Paragraph>
      <ButtonLink to={`/asset/${kid}?no=${number}`}>
        <Trans>Open the title</Trans>
      </ButtonLink>
    </>
  )
}
