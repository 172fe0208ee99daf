import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { startMail } from '#src/sales/deal/start-mail.shared.ts'

export const startTemplate = mailTemplate(startMail, {
  subject: ({ number, title, start_by }, i18n) => {
    const day = formatDateTime(start_by, i18n.locale, 'day')
    return msg`Start your rental of No. ${number} of “${title}” by ${day}`
  },
  path: ({ id }) => `/rentals/${id}/start`,
  Body: function Start({ id, number, title, start_by, days }) {
    const { i18n } = useLingui()
    const until = formatDateTime(start_by, i18n.locale)
    return (
      <>
        <Paragraph>
          <Plural
            value={days}
            one={`You can play No. ${number} of “${title}” for # day from the first play.`}
            other={`You can play No. ${number} of “${title}” for # days from the first play.`}
          />{' '}
          <Trans>If you do not start it by {until}, it ends without a refund.</Trans>
        </Paragraph>
        <ButtonLink to={`/rentals/${id}/start`}>
          <Trans>Start the rental</Trans>
        </ButtonLink>
      </>
    )
  },
})
