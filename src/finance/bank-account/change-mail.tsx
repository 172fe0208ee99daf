import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paragraph, SecurityLinks } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { changeMail } from './change-mail.shared.ts'

export const changeTemplate = mailTemplate(changeMail, {
  subject: () => msg`Your bank account was changed`,
  path: () => '/account/security',
  Body: ({ hours }) => (
    <>
      <Paragraph>
        <Plural
          value={hours}
          one="A bank account for your payouts was registered or changed. After a change, you can request a payout again in # hour."
          other="A bank account for your payouts was registered or changed. After a change, you can request a payout again in # hours."
        />
      </Paragraph>
      <Paragraph>
        <Trans>
          If this wasn’t you, sign out all other sessions in your account settings, register your
          own account again, and contact us.
        </Trans>
      </Paragraph>
      <SecurityLinks />
    </>
  ),
})
