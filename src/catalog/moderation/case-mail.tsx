import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FactsOf } from '#src/platform/mail/mail.shared.ts'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { caseMail } from './case-mail.shared.ts'

type Facts = FactsOf<typeof caseMail>

export const caseTemplate = mailTemplate(caseMail, {
  subject: ({ side, decision, number, name }) => {
    if (side === 'reporter') return msg`Your report is decided, case ${number}`
    if (decision === 'hide') return msg`“${name}” is hidden`
    return decision === 'uphold' ? msg`“${name}” stays hidden` : msg`“${name}” is shown again`
  },
  path: ({ side, path }) => (side === 'creator' ? path : '/contact'),
  Body: (facts) => {
    const { reason } = facts
    return (
      <>
        <Paragraph>
          {facts.side === 'reporter' ? <ForReporter {...facts} /> : <ForCreator {...facts} />}
        </Paragraph>
        <Paragraph>
          <Trans>Reason: {reason}</Trans>
        </Paragraph>
        {facts.side === 'reporter' ? (
          <PageLink to="/contact">
            <Trans>Contact</Trans>
          </PageLink>
        ) : (
          <>
            {facts.decision === 'hide' && (
              <Paragraph>
                <Trans>You can appeal once, on its page.</Trans>
              </Paragraph>
            )}
            <ButtonLink to={facts.path}>
              <Trans>Open its page</Trans>
            </ButtonLink>
          </>
        )}
      </>
    )
  },
})

function ForReporter({ decision, name }: Facts) {
  if (decision === 'dismiss') return <Trans>You reported “{name}”. It stays as it is.</Trans>
  if (decision === 'hide') return <Trans>You reported “{name}”. We have hidden it.</Trans>
  if (decision === 'uphold')
    return <Trans>The creator of “{name}” appealed. It stays hidden.</Trans>
  return <Trans>You reported “{name}”. After another look, we show it again.</Trans>
}

function ForCreator({ decision, name }: Facts) {
  if (decision === 'hide')
    return (
      <Trans>
        After a report we have hidden “{name}”. No one can find it, and no new deals are possible.
        Owners and renters keep their copies and can watch them.
      </Trans>
    )
  if (decision === 'uphold') return <Trans>We have read your appeal. “{name}” stays hidden.</Trans>
  return <Trans>“{name}” is shown again. What was offered is offered again.</Trans>
}
