import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { digestMail } from './digest-mail.shared.ts'

/** Has no notification of its own: each line has one. */
export const digestTemplate = mailTemplate(digestMail, {
  subject: ({ lines, more }) =>
    msg`${plural(lines.length + more, {
      one: '# notification for you',
      other: '# notifications for you',
    })}`,
  Body: ({ lines, more }) => (
    <>
      {lines.map(({ subject, lang, path }, i) => (
        <PageLink key={i} to={path}>
          <span lang={lang}>{subject}</span>
        </PageLink>
      ))}
      {more > 0 && (
        <Paragraph>
          <Trans>And {more} more.</Trans>
        </Paragraph>
      )}
      <ButtonLink to="/account/notifications">
        <Trans>See your notifications</Trans>
      </ButtonLink>
    </>
  ),
})
