import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { backMail, overMail } from './returned-mail.shared.ts'

export const backTemplate = mailTemplate(backMail, {
  subject: ({ count, number, title }) =>
    count === 1
      ? msg`No. ${number} of “${title}” is back`
      : msg`${plural(count, { one: '# copy is back', other: '# copies are back' })}`,
  path: ({ count, kid, number }) => (count === 1 ? `/asset/${kid}?no=${number}` : '/asset'),
  number: ({ count, number }) => (count === 1 ? number : undefined),
  Body({ count, kid, number, title }) {
    const path = `/asset/${kid}?no=${number}`
    const words = (
      <Trans>
        See No. {number} of “{title}”
      </Trans>
    )
    return count === 1 ? (
      <>
        <Paragraph>
          <Trans>The rental has ended. The copy can be rented or sold again.</Trans>
        </Paragraph>
        <ButtonLink to={path}>{words}</ButtonLink>
      </>
    ) : (
      <>
        <Paragraph>
          <Trans>Their rentals have ended. The copies can be rented or sold again.</Trans>
        </Paragraph>
        <ButtonLink to="/asset">
          <Trans>Open your collection</Trans>
        </ButtonLink>
        <PageLink to={path}>{words}</PageLink>
      </>
    )
  },
})

export const overTemplate = mailTemplate(overMail, {
  subject: ({ title }) => msg`Your rental of “${title}” has ended`,
  path: ({ kid }) => `/asset/${kid}`,
  number: ({ number }) => number,
  Body: ({ kid, number, title, was_started }) => (
    <>
      <Paragraph>
        {was_started ? (
          <Trans>
            Your time with No. {number} of “{title}” is over. The copy is back with its owner.
          </Trans>
        ) : (
          <Trans>
            You did not start No. {number} of “{title}” in time. The copy is back with its owner.
          </Trans>
        )}
      </Paragraph>
      <ButtonLink to={`/asset/${kid}`}>
        <Trans>Open the title</Trans>
      </ButtonLink>
    </>
  ),
})
