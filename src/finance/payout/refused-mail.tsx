import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatParams } from '#src/i18n/format-params.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { refusedMail } from './mail.shared.ts'

export const refusedTemplate = mailTemplate(refusedMail, {
  subject: () => msg`Your monthly payout could not be requested`,
  Body: function Refused({ code, params }) {
    const { i18n } = useLingui()
    return (
      <>
        <Paragraph>{i18n._({ ...refusals[code], values: formatParams(params) })}</Paragraph>
        <Paragraph>
          <Trans>
            We will try again until the end of today, Japan time, and then at the end of next month.
          </Trans>
        </Paragraph>
        <ButtonLink to="/payout">
          <Trans>See your payouts</Trans>
        </ButtonLink>
      </>
    )
  },
})
