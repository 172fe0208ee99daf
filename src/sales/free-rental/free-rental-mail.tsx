import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { freeRentalMail } from './free-rental-mail.shared.ts'

export const freeRentalTemplate = mailTemplate(freeRentalMail, {
  subject: ({ title }) => msg`Rent “${title}” for free`,
  path: ({ id }) => `/free_rentals/${id}`,
  Body: function Invitation({ id, title, creator, rental_period_seconds, ends_at }) {
    const { i18n } = useLingui()
    const until = ends_at && formatDateTime(ends_at, i18n.locale)
    return (
      <>
        <Paragraph>
          <Plural
            value={rental_period_seconds / DAY_SECONDS}
            one={`${creator} lets you rent “${title}” for # day. It costs you nothing.`}
            other={`${creator} lets you rent “${title}” for # days. It costs you nothing.`}
          />
        </Paragraph>
        <Paragraph>
          {until ? (
            <Trans>You can start until {until}, as long as copies are available.</Trans>
          ) : (
            <Trans>You can start any time while copies are available.</Trans>
          )}
        </Paragraph>
        <ButtonLink to={`/free_rentals/${id}`}>
          <Trans>See the free rental</Trans>
        </ButtonLink>
        <Paragraph>
          <Trans>Sign in with this email address.</Trans>
        </Paragraph>
      </>
    )
  },
})
