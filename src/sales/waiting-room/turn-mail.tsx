import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { turnMail } from './turn-mail.shared.ts'

export const turnTemplate = mailTemplate(turnMail, {
  subject: ({ name }) => msg`It’s your turn: “${name}”`,
  path: ({ address }) => `/waiting/${address}`,
  Body: function Turn({ name, address, pass_ends_at }) {
    const { i18n } = useLingui()
    const until = formatDateTime(pass_ends_at, i18n.locale, 'time')
    return (
      <>
        <Paragraph>
          <Trans>
            Choose a number of “{name}” by {until}.
          </Trans>
        </Paragraph>
        <ButtonLink to={`/waiting/${address}`}>
          <Trans>Choose a number</Trans>
        </ButtonLink>
        <Paragraph>
          <Trans>
            You have not been charged. If you don’t choose a number, the next person in the queue
            can.
          </Trans>
        </Paragraph>
      </>
    )
  },
})
