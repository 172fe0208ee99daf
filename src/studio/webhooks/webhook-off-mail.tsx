import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { webhookOffMail } from './webhook-off-mail.shared.ts'

export const webhookOffTemplate = mailTemplate(webhookOffMail, {
  subject: () => msg`Your webhook is switched off`,
  path: () => '/account/webhooks',
  Body({ url }) {
    return (
      <>
        <Paragraph>
          <Trans>
            For three days we could not deliver messages to {url}, so we have stopped. Mend it, then
            switch the webhook on again and send what it missed.
          </Trans>
        </Paragraph>
        <ButtonLink to="/account/webhooks">
          <Trans>See your webhooks</Trans>
        </ButtonLink>
      </>
    )
  },
})
