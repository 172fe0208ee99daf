import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { suspensionMail } from './suspension-mail.shared.ts'

export const suspensionTemplate = mailTemplate(suspensionMail, {
  subject: ({ suspended }) =>
    suspended ? msg`Your account is suspended` : msg`Your account is no longer suspended`,
  Body: ({ suspended, reason }) => (
    <>
      <Paragraph>
        <Trans>Reason: {reason}</Trans>
      </Paragraph>
      {suspended ? (
        <>
          <Paragraph>
            <Trans>
              You are signed out on every device and can’t sign in. Your listings, gifts, loans and
              trade offers were taken down. Purchases that are already being paid for will finish.
            </Trans>
          </Paragraph>
          <Paragraph>
            <Trans>
              Your copies and your balance stay yours. Payouts are held while your account is
              suspended. Those not yet sent to the bank went back to your balance.
            </Trans>
          </Paragraph>
          <PageLink to="/support">
            <Trans>Contact us</Trans>
          </PageLink>
        </>
      ) : (
        <>
          <Paragraph>
            <Trans>
              You can sign in and request payouts again. Your listings stay down until you list your
              copies again.
            </Trans>
          </Paragraph>
          <ButtonLink to="/login">
            <Trans>Sign in</Trans>
          </ButtonLink>
        </>
      )}
    </>
  ),
})
