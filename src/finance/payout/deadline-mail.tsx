import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { deadlineMail } from './mail.shared.ts'

export const deadlineTemplate = mailTemplate(deadlineMail, {
  subject({ kind, amount, ends_at }, i18n) {
    const sum = formatYen(amount)
    const day = formatDateTime(ends_at, i18n.locale, 'day')
    return kind === 'sales'
      ? msg`${sum} of your sales balance can be paid out until ${day}`
      : msg`${sum} in points expires after ${day}`
  },
  path: ({ kind }) => (kind === 'sales' ? '/payout' : '/account/points'),
  Body: ({ kind }) => (kind === 'sales' ? <Earnings /> : <Points />),
})

const Earnings = () => (
  <>
    <Paragraph>
      <Trans>
        What is left after that day (Japan time) becomes points. You can spend points here, but they
        cannot be paid out.
      </Trans>
    </Paragraph>
    <ButtonLink to="/payout">
      <Trans>Request a payout</Trans>
    </ButtonLink>
  </>
)

const Points = () => (
  <>
    <Paragraph>
      <Trans>What is left after that day (Japan time) expires.</Trans>
    </Paragraph>
    <ButtonLink to="/account/points">
      <Trans>See your points</Trans>
    </ButtonLink>
  </>
)
