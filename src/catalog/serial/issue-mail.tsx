import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { issueMail } from './issue-mail.shared.ts'

export const issueTemplate = mailTemplate(issueMail, {
  subject: ({ copies, title }) =>
    msg`${plural(copies, {
      one: `One more copy of “${title}”`,
      other: `# more copies of “${title}”`,
    })}`,
  path: ({ kid }) => `/asset/${kid}`,
  Body: function Issued({ kid, title, first, last, edition, mine, has_more }) {
    const { t } = useLingui()
    const numbers = mine.map((number) => t`No. ${number}`).join(', ')
    return (
      <>
        <Paragraph>
          {first === last ? (
            <Trans>
              The creator of “{title}” issued No. {first}. The edition now has {edition} copies.
            </Trans>
          ) : (
            <Trans>
              The creator of “{title}” issued No. {first} to {last}. The edition now has {edition}{' '}
              copies.
            </Trans>
          )}
        </Paragraph>
        <Paragraph>
          {has_more ? (
            <Trans>You keep {numbers} and your other numbers.</Trans>
          ) : (
            <Trans>You keep {numbers}.</Trans>
          )}
        </Paragraph>
        <ButtonLink to={`/asset/${kid}`}>
          <Trans>See the title</Trans>
        </ButtonLink>
      </>
    )
  },
})
