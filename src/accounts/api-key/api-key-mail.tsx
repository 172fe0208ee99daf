import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paragraph, SecurityLinks } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { apiKeyMail } from './api-key-mail.shared.ts'

export const apiKeyTemplate = mailTemplate(apiKeyMail, {
  subject: () => msg`An API key was created`,
  path: () => '/account/api_keys',
  Body: ({ name }) => (
    <>
      <Paragraph>
        <Trans>
          The API key “{name}” was created for your account. A program that has it uses the API for
          you.
        </Trans>
      </Paragraph>
      <Paragraph>
        <Trans>
          If this wasn’t you, sign out all other sessions in your account settings, revoke the key,
          and contact us.
        </Trans>
      </Paragraph>
      <SecurityLinks />
    </>
  ),
})
