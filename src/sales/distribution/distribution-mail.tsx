import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { claimMail, distributionFailedMail, invitationMail } from './distribution-mail.shared.ts'

const invitationTemplate = mailTemplate(invitationMail, {
  subject: ({ title }) => msg`A copy of “${title}” is reserved for you`,
  path: ({ id }) => `/distributions/${id}`,
  Body: ({ id, title, creator }) => (
    <>
      <Paragraph>
        <Trans>
          {creator} is giving you a numbered copy of “{title}”. It costs you nothing.
        </Trans>
      </Paragraph>
      <ButtonLink to={`/distributions/${id}`}>
        <Trans>Get your copy</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>Sign in with this email address.</Trans>
      </Paragraph>
    </>
  ),
})

const claimTemplate = mailTemplate(claimMail, {
  subject: ({ number, title }) => msg`No. ${number} of “${title}” is yours`,
  path: ({ kid, number }) => `/asset/${kid}?no=${number}`,
  Body: ({ kid, number }) => (
    <>
      <Paragraph>
        <Trans>You got it for free.</Trans>
      </Paragraph>
      <ButtonLink to={`/asset/${kid}?no=${number}`}>
        <Trans>Open your copy</Trans>
      </ButtonLink>
    </>
  ),
})

const failedTemplate = mailTemplate(distributionFailedMail, {
  subject: ({ title }) => msg`The free distribution of “${title}” could not start`,
  path: ({ is_suspended }) => (is_suspended ? '/support' : '/asset/distributions'),
  Body: ({ copies, fee, is_suspended }) => {
    const amount = formatYen(fee)
    return (
      <>
        <Paragraph>
          {is_suspended ? (
            <Trans>Your account is suspended, so nothing was given away.</Trans>
          ) : (
            <Plural
              value={copies}
              one="The copy is no longer available, so nothing was given away."
              other="One of the # copies is no longer available, so nothing was given away."
            />
          )}
        </Paragraph>
        <Paragraph>
          <Trans>We are refunding the fee of {amount} to the card or balance you paid with.</Trans>
        </Paragraph>
        {is_suspended ? (
          <ButtonLink to="/support">
            <Trans>Contact support</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/asset/distributions">
            <Trans>Choose copies again</Trans>
          </ButtonLink>
        )}
      </>
    )
  },
})

export const distributionTemplates = [invitationTemplate, claimTemplate, failedTemplate]
