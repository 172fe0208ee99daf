import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import type { FactsOf } from '#src/platform/mail/mail.shared.ts'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { payoutMail } from './mail.shared.ts'
import { CanceledByPlatform } from './canceled-by-platform.tsx'
import { startOf } from './payout-state.tsx'

type Facts = FactsOf<typeof payoutMail>

const bodies: Record<Facts['status'], (facts: Facts) => ReactNode> = {
  reserved: (facts) => <Requested {...facts} />,
  canceled: ({ amount, fee, canceled_by }) => (
    <Paragraph>
      {canceled_by === 'platform' ? (
        <CanceledByPlatform yen={amount + fee} />
      ) : (
        <Trans>The amount and the fee are back in your sales balance.</Trans>
      )}
    </Paragraph>
  ),
  processed: (facts) => <Processed {...facts} />,
  failed: ({ reasons }) => (
    <>
      <Paragraph>
        <Trans>The amount and the fee are back in your sales balance.</Trans>
      </Paragraph>
      <Reasons reasons={reasons} />
    </>
  ),
  failed_and_charged: (facts) => <FailedAndCharged {...facts} />,
}

export const payoutTemplate = mailTemplate(payoutMail, {
  subject(facts) {
    const [amount, sent] = [formatYen(facts.amount), formatYen(facts.sent)]
    const subjects = {
      reserved: msg`Payout of ${amount} requested`,
      canceled: msg`Payout of ${amount} cancelled`,
      processed: msg`${sent} is on its way to your bank account`,
      failed: msg`Your payout of ${amount} failed`,
      failed_and_charged: msg`Your payout of ${amount} failed`,
    }
    return subjects[facts.status]
  },
  path: () => '/payout',
  Body: (facts) => (
    <>
      {bodies[facts.status](facts)}
      <ButtonLink to="/payout">
        <Trans>See your payouts</Trans>
      </ButtonLink>
      {facts.status === 'reserved' && (
        <PageLink to="/contact">
          <Trans>Contact</Trans>
        </PageLink>
      )}
    </>
  ),
})

function Requested(facts: Facts) {
  const { i18n } = useLingui()
  const [amount, fee, sent] = [facts.amount, facts.fee, facts.sent].map(formatYen)
  const day = formatDateTime(startOf(facts.expected_on), i18n.locale, 'day')
  const lastTime = formatDateTime(facts.cancelable_until, i18n.locale)
  return (
    <>
      <Paragraph>
        <Trans>
          We set aside {amount} and the fee of {fee}. {sent} should be in your bank account on {day}
          .
        </Trans>
      </Paragraph>
      <Tax {...facts} />
      <Paragraph>
        <Trans>
          You can cancel the payout until {lastTime}. If you didn’t request it, cancel it and
          contact us.
        </Trans>
      </Paragraph>
    </>
  )
}

function Processed(facts: Facts) {
  const [sent, fee] = [facts.sent, facts.fee].map(formatYen)
  return (
    <>
      <Paragraph>
        <Trans>
          We sent {sent} to your registered bank account. The fee was {fee}.
        </Trans>
      </Paragraph>
      <Tax {...facts} />
    </>
  )
}

/** Shows how the amount sent follows from the amount requested, if tax was withheld. */
function Tax(facts: Facts) {
  if (facts.withheld === 0) return null
  const [amount, withheld, sent] = [facts.amount, facts.withheld, facts.sent].map(formatYen)
  return (
    <Paragraph>
      <Trans>
        Amount {amount} − income tax withheld {withheld} = {sent} to your bank account.
      </Trans>
    </Paragraph>
  )
}

function FailedAndCharged({ fee, reasons }: Facts) {
  const kept = formatYen(fee)
  return (
    <>
      <Paragraph>
        <Trans>
          The amount is back in your sales balance. The bank charged the fee of {kept}, so it is not
          returned.
        </Trans>
      </Paragraph>
      <Reasons reasons={reasons} />
    </>
  )
}

function Reasons({ reasons }: Pick<Facts, 'reasons'>) {
  const reason = reasons.join('\n')
  return (
    <>
      <Paragraph>
        <Trans>Reason: {reason}</Trans>
      </Paragraph>
      <Paragraph>
        <Trans>Check your bank account details, then request the payout again.</Trans>
      </Paragraph>
    </>
  )
}
