import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { dealMailWords } from '#src/sales/deal/deal-mail-words.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { soldMail } from './sold-mail.shared.ts'

export const soldTemplate = mailTemplate(soldMail, {
  subject({ count, deal, number, title, net }) {
    const sum = formatYen(net)
    return count > 1
      ? msg`${plural(count, { one: '# copy sold or rented out', other: '# copies sold or rented out' })}: ${sum} for you`
      : dealMailWords[deal].sold!({ number, title, sum })
  },
  path: () => '/account/points',
  number: ({ count, number }) => (count === 1 ? number : undefined),
  Body({ kid, number, title, net }) {
    const sum = formatYen(net)
    return (
      <>
        <Paragraph>
          <Trans>{sum} was added to your sales balance, after fees and royalties.</Trans>
        </Paragraph>
        <ButtonLink to="/account/points">
          <Trans>See your balance</Trans>
        </ButtonLink>
        <PageLink to={`/asset/${kid}?no=${number}`}>
          <Trans>
            See No. {number} of “{title}”
          </Trans>
        </PageLink>
      </>
    )
  },
})
