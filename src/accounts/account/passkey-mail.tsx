import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paragraph, SecurityLinks } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { passkeyMail } from './passkey-mail.shared.ts'

export const passkeyTemplate = mailTemplate(passkeyMail, {
  subject: ({ change }) =>
    change === 'added' ? msg`A passkey was added` : msg`A passkey was removed`,
  path: () => '/account/security',
  Body: ({ name, change }) => (
    <>
      <Paragraph>
        {change === 'added' ? (
          <Trans>The passkey “{name}” was added to your account. It can sign in to it.</Trans>
        ) : (
          <Trans>
            The passkey “{name}” was removed from your account. You can still sign in with a code by
            email.
          </Trans>
        )}
      </Paragraph>
      <Paragraph>
        <Trans>
          If this wasn’t you, sign out all other sessions in your account settings, remove passkeys
          you don’t recognise, and contact us.
        </Trans>
      </Paragraph>
      <SecurityLinks />
    </>
  ),
})
