import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatParams } from '#src/i18n/format-params.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime, monthName } from '#src/ui/date-time.tsx'
import { refusedMail } from './mail.shared.ts'
import { startOf } from './payout-state.tsx'

export const refusedTemplate = mailTemplate(refusedMail, {
  subject: ({ month }, i18n) =>
    msg`Your automatic payout for ${monthName(month, i18n.locale)} was not requested`,
  path: () => '/payout',
  Body: function Refused({ code, params, last_day, next_on }) {
    const { i18n } = useLingui()
    const dayOf = (day: string) => formatDateTime(startOf(day), i18n.locale, 'day')
    const [lastDay, nextDay] = [last_day, next_on].map(dayOf)
    return (
      <>
        <Paragraph>{i18n._({ ...refusals[code], values: formatParams(params) })}</Paragraph>
        <Paragraph>
          <Trans>
            We will keep trying until the end of {lastDay}, Japan time. After that, the next request
            is on {nextDay}.
          </Trans>
        </Paragraph>
        <ButtonLink to="/payout">
          <Trans>See your payouts</Trans>
        </ButtonLink>
      </>
    )
  },
})
