import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, ContactLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import type { FactsOf } from '#src/platform/mail/mail.shared.ts'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { recoveryMail } from './recovery-mail.shared.ts'

type Facts = FactsOf<typeof recoveryMail>

const subjects = {
  old: {
    started: msg`Your account is about to move to another address`,
    moved: msg`Your account moved to another address`,
    cancelled: msg`Your account keeps this address`,
  },
  new: {
    started: msg`An account is about to move to this address`,
    moved: msg`Your account moved to this address`,
    cancelled: msg`The account does not move to this address`,
  },
}

export const recoveryTemplate = mailTemplate(recoveryMail, {
  subject: ({ to, event }) => subjects[to][event],
  path: () => '/account/security',
  Body: (facts) => (facts.to === 'old' ? <OldAddress {...facts} /> : <NewAddress {...facts} />),
})

function OldAddress({ event, due_at, path }: Facts) {
  const { i18n } = useLingui()
  const time = formatDateTime(due_at, i18n.locale)
  if (event === 'started')
    return (
      <>
        <Paragraph>
          <Trans>
            We were told that you no longer have this mailbox, and asked to move your account to
            another address. We will do so at this time:
          </Trans>
        </Paragraph>
        <Paragraph>{time}</Paragraph>
        <Paragraph>
          <Trans>
            If you did not ask for this, stop it now. You need not sign in. A code sent to this
            address stops it, too, once you enter it.
          </Trans>
        </Paragraph>
        <ButtonLink to={path}>
          <Trans>Stop the move</Trans>
        </ButtonLink>
        <ContactLink />
      </>
    )
  return (
    <>
      <Paragraph>
        {event === 'moved' ? (
          <Trans>
            All devices were signed out, and this address no longer signs in to your account. If you
            did not ask for this, contact us now.
          </Trans>
        ) : (
          <Trans>
            The move to another address was stopped, and you sign in as before. If you did not lose
            this mailbox, you need not do anything.
          </Trans>
        )}
      </Paragraph>
      <ContactLink />
    </>
  )
}

function NewAddress({ event, due_at }: Facts) {
  const { i18n } = useLingui()
  const time = formatDateTime(due_at, i18n.locale)
  if (event === 'moved')
    return (
      <>
        <Paragraph>
          <Trans>
            All devices were signed out. Sign in with a code that we send to this address.
          </Trans>
        </Paragraph>
        <ButtonLink to="/login">
          <Trans>Sign in</Trans>
        </ButtonLink>
      </>
    )
  if (event === 'cancelled')
    return (
      <>
        <Paragraph>
          <Trans>
            The person or we stopped the move, or this address has an account by now. If you still
            have no access, contact us.
          </Trans>
        </Paragraph>
        <ContactLink />
      </>
    )
  return (
    <>
      <Paragraph>
        <Trans>
          We were asked to move an account to this address, because its mailbox is lost. We wait so
          that no one can take an account unnoticed. You can sign in here from this time on:
        </Trans>
      </Paragraph>
      <Paragraph>{time}</Paragraph>
      <Paragraph>
        <Trans>If you did not ask for this, contact us.</Trans>
      </Paragraph>
      <ContactLink />
    </>
  )
}
