import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paragraph, SecurityLinks } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { walletMail } from './wallet-mail.shared.ts'

const subjects = {
  linked: msg`A wallet was linked`,
  unlinked: msg`A wallet was unlinked`,
  moved: msg`Copies were moved to your wallet`,
  moved_back: msg`Copies were moved back from your wallet`,
}

export const walletTemplate = mailTemplate(walletMail, {
  subject: ({ change }) => subjects[change],
  path: () => '/account/security',
  Body: ({ address, change, copies = 0 }) => (
    <>
      <Paragraph>
        {change === 'linked' && (
          <Trans>The wallet {address} was linked to your account. It can sign in to it.</Trans>
        )}
        {change === 'unlinked' && (
          <Trans>
            The wallet {address} was unlinked from your account. You can still sign in with a code
            by email.
          </Trans>
        )}
        {change === 'moved' && (
          <Trans>
            <Plural value={copies} one="# copy" other="# copies" /> went to the wallet {address}. A
            signature of this wallet moves them back.
          </Trans>
        )}
        {change === 'moved_back' && (
          <Trans>
            <Plural value={copies} one="# copy" other="# copies" /> came back from the wallet{' '}
            {address}. You can offer them again.
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
