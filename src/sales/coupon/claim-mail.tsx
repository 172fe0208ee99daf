import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type ClaimFacts, claimMail } from './claim-mail.shared.ts'

export const claimTemplate = mailTemplate(claimMail, {
  subject: ({ copy, points }) => (copy ? copySubject(copy) : pointsSubject(formatYen(points))),
  Body,
})

const copySubject = ({ number, title }: NonNullable<ClaimFacts['copy']>) =>
  msg`No. ${number} of “${title}” is waiting for you`
const pointsSubject = (amount: string) => msg`${amount} in points are waiting for you`

function Body({ copy, points, expires_at }: ClaimFacts) {
  const { i18n } = useLingui()
  const until = formatDateTime(expires_at, i18n.locale)
  return (
    <>
      <Paragraph>
        {copy ? <AboutCopy {...copy} /> : <AboutPoints amount={formatYen(points)} />}
      </Paragraph>
      <ButtonLink to="/login?next=/coupons/occupations">
        <Trans>Sign in</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>
          We reserve it for you until {until}. If you claimed nothing, ignore this email.
        </Trans>
      </Paragraph>
    </>
  )
}

const AboutCopy = ({ number, title }: NonNullable<ClaimFacts['copy']>) => (
  <Trans>
    You claimed No. {number} of “{title}” with this address. Sign in with it, and the copy is yours.
    You do not need an account first.
  </Trans>
)

const AboutPoints = ({ amount }: { amount: string }) => (
  <Trans>
    You claimed {amount} in points with this address. Sign in with it to get them. You do not need
    an account first.
  </Trans>
)
