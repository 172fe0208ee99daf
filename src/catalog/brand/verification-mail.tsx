import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { verificationMail } from './verification-mail.shared.ts'

export const verificationTemplate = mailTemplate(verificationMail, {
  subject: ({ decision, name }) => {
    if (decision === 'grant') return msg`“${name}” is a verified brand`
    return decision === 'refuse'
      ? msg`“${name}” was not verified`
      : msg`“${name}” is no longer a verified brand`
  },
  path: ({ path }) => path,
  Body: ({ decision, name, reason, path }) => (
    <>
      <Paragraph>
        {decision === 'grant' ? (
          <Trans>“{name}” now shows the badge. It ends if you change the brand’s name.</Trans>
        ) : decision === 'refuse' ? (
          <Trans>You asked for the badge of “{name}”. You can ask again with more evidence.</Trans>
        ) : (
          <Trans>We took the badge of “{name}” back. You can ask for it again.</Trans>
        )}
      </Paragraph>
      <Paragraph>
        <Trans>Reason: {reason}</Trans>
      </Paragraph>
      <ButtonLink to={path}>
        <Trans>Open its page</Trans>
      </ButtonLink>
    </>
  ),
})
