import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { testMail } from './test-mail.shared.ts'

export const testTemplate = mailTemplate(testMail, {
  subject: () => msg`Test email from Renban`,
  heading: () => msg`Renban’s emails reach you`,
  Body: () => (
    <>
      <Paragraph>
        <Trans>
          An administrator sent this test to their own address. If it landed in your spam folder,
          check the SPF, DKIM and DMARC records of the sender’s domain.
        </Trans>
      </Paragraph>
      <ButtonLink to="/admin/notifier_test">
        <Trans>Send another test</Trans>
      </ButtonLink>
    </>
  ),
})
