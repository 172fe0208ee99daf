import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ContactLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { emailChangedMail } from './email-changed-mail.shared.ts'

export const emailChangedTemplate = mailTemplate(emailChangedMail, {
  subject: () => msg`Your email address was changed`,
  path: () => '/account',
  Body: () => (
    <>
      <Paragraph>
        <Trans>
          Your account has another email address now. This address no longer signs in to it, and
          gets no more emails or codes.
        </Trans>
      </Paragraph>
      <Paragraph>
        <Trans>If this wasn’t you, contact us now. We can move the account back.</Trans>
      </Paragraph>
      <ContactLink />
    </>
  ),
})
