import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { useDevice } from '#src/ui/device-row.tsx'
import { signInMail } from './sign-in-mail.shared.ts'

export const signInTemplate = mailTemplate(signInMail, {
  subject: () => msg`New sign-in to your account`,
  path: () => '/account/security',
  Body: function SignIn({ at, user_agent }) {
    const { i18n } = useLingui()
    const device = useDevice(user_agent)
    const time = formatDateTime(at, i18n.locale)
    return (
      <>
        <Paragraph>
          <Trans>Your account was signed in to from a browser that is new to us:</Trans>
        </Paragraph>
        <Paragraph>{`${device}\n${time}`}</Paragraph>
        <Paragraph>
          <Trans>
            If this was you, you need not do anything. If this wasn’t you, sign out that session and
            contact us.
          </Trans>
        </Paragraph>
        <ButtonLink to="/account/security">
          <Trans>See where you are signed in</Trans>
        </ButtonLink>
        <PageLink to="/contact">
          <Trans>Contact</Trans>
        </PageLink>
      </>
    )
  },
})
