import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { reportMail } from './report-mail.shared.ts'

export const reportTemplate = mailTemplate(reportMail, {
  subject: ({ number }) => msg`Your report, case ${number}`,
  path: ({ path }) => path,
  Body: ({ number, name }) => (
    <>
      <Paragraph>
        {name === null ? (
          <Trans>
            We received your report about a message. Its case has the number {number}. We will look
            at it and write to you when it is decided.
          </Trans>
        ) : (
          <Trans>
            We received your report about “{name}”. Its case has the number {number}. We will look
            at it and write to you when it is decided.
          </Trans>
        )}
      </Paragraph>
      <Paragraph>
        <Trans>If you reported nothing, ignore this email.</Trans>
      </Paragraph>
      <PageLink to="/contact">
        <Trans>Contact</Trans>
      </PageLink>
    </>
  ),
})
