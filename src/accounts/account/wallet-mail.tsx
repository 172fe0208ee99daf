import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paragraph, SecurityLinks } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { walletMail } from './wallet-mail.shared.ts'

export const walletTemplate = mailTemplate(walletMail, {
  subject: ({ change }) =>
    change === 'linked' ? msg`A wallet was linked` : msg`A wallet was unlinked`,
  path: () => '/account/security',
  Body: ({ address, change }) => (
    <>
      <Paragraph>
        {change === 'linked' ? (
          <Trans>The wallet {address} was linked to your account. It can sign in to it.</Trans>
        ) : (
          <Trans>
            The wallet {address} was unlinked from your account. You can still sign in with a code
            by email.
          </Trans>
        )}
      </Paragraph>
      <Paragraph>
        <Trans>
          If this wasn’t you, sign out all other sessions in your account settings, unlink wallets
          you don’t recognise, and contact us.
        </Trans>
      </Paragraph>
      <SecurityLinks />
    </>
  ),
})
