import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { exportMail } from './export-mail.shared.ts'

export const exportTemplate = mailTemplate(exportMail, {
  subject: () => msg`Your data is ready to download`,
  path: () => '/account/security',
  Body: ({ days }) => (
    <>
      <Paragraph>
        <Plural
          value={days}
          one="You asked for everything we keep with your account. You can download the file for # day; then we delete it."
          other="You asked for everything we keep with your account. You can download the file for # days; then we delete it."
        />
      </Paragraph>
      <ButtonLink to="/account/security">
        <Trans>Download your data</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>
          If this wasn’t you, sign out all other sessions in your account settings, and contact us.
        </Trans>
      </Paragraph>
      <PageLink to="/contact">
        <Trans>Contact</Trans>
      </PageLink>
    </>
  ),
})
