import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { codeLinkMail } from './code-link-mail.shared.ts'

export const codeLinkTemplate = mailTemplate(codeLinkMail, {
  subject: () => msg`Your link for a sign-in code`,
  Body: ({ path }) => (
    <>
      <Paragraph>
        <Trans>
          Too many codes were requested for your address, perhaps by someone else. To sign in, open
          this link in the browser you want to use, and request a new code there.
        </Trans>
      </Paragraph>
      <ButtonLink to={path}>
        <Trans>Request a code</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>
          The link is valid for a day. If you didn’t request it, ignore this email. Never share the
          link.
        </Trans>
      </Paragraph>
    </>
  ),
})
