import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { deadlineMail } from './mail.shared.ts'

export const deadlineTemplate = mailTemplate(deadlineMail, {
  subject({ kind, amount, payable, ends_at }, i18n) {
    const sum = formatYen(payable || amount)
    const day = formatDateTime(ends_at, i18n.locale, 'day')
    if (kind === 'points') return msg`${sum} in points expires after ${day}`
    return payable > 0
      ? msg`${sum} of your sales balance can be paid out until ${day}`
      : msg`${sum} of your sales balance becomes points after ${day}`
  },
  path: ({ kind }) => (kind === 'sales' ? '/payout' : '/account/points'),
  Body: ({ kind, payable }) =>
    kind === 'sales' ? <Earnings isPayable={payable > 0} /> : <Points />,
})

const Earnings = ({ isPayable }: { isPayable: boolean }) => (
  <>
    <Paragraph>
      <Trans>
        What is left after that day (Japan time) becomes points. You can spend points here, but they
        cannot be paid out.
      </Trans>
    </Paragraph>
    {!isPayable && (
      <Paragraph>
        <Trans>You cannot request a payout at the moment. The Payouts page says why.</Trans>
      </Paragraph>
    )}
    <ButtonLink to="/payout">
      {isPayable ? <Trans>Request a payout</Trans> : <Trans>See your payouts</Trans>}
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
