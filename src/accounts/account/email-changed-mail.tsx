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
          Your account now has another email address. You can no longer sign in to it with the
          address that got this email.
        </Trans>
      </Paragraph>
      <Paragraph>
        <Trans>
          If this wasn’t you, contact us now. We can stop the account and check whose it is.
        </Trans>
      </Paragraph>
      <ContactLink />
    </>
  ),
})
