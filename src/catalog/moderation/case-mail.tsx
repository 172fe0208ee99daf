import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FactsOf } from '#src/platform/mail/mail.shared.ts'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { caseMail } from './case-mail.shared.ts'
import { wordOf, type ThingWord } from './report.shared.ts'

type Facts = FactsOf<typeof caseMail>

export const caseTemplate = mailTemplate(caseMail, {
  subject: (facts) => {
    const { number } = facts
    if (facts.side === 'reporter') return msg`Your report is decided, case ${number}`
    return subjects[wordOf(facts.of)](facts)
  },
  path: ({ side, path }) => (side === 'owner' ? path : '/contact'),
  Body: (facts) => {
    const { side, decision, reason, path } = facts
    return (
      <>
        <Paragraph>
          {side === 'reporter' ? <ForReporter {...facts} /> : <ForOwner {...facts} />}
        </Paragraph>
        <Paragraph>
          <Trans>Reason: {reason}</Trans>
        </Paragraph>
        {side === 'reporter' ? (
          <PageLink to="/contact">
            <Trans>Contact</Trans>
          </PageLink>
        ) : (
          <>
            {decision === 'hide' && (
              <Paragraph>
                <Trans>You can appeal once, on this page.</Trans>
              </Paragraph>
            )}
            <ButtonLink to={path}>
              <Trans>Open the page</Trans>
            </ButtonLink>
          </>
        )}
      </>
    )
  },
})

function subjectOfThing({ decision, name }: Facts) {
  if (decision === 'hide') return msg`“${name}” is hidden`
  return decision === 'uphold' ? msg`“${name}” stays hidden` : msg`“${name}” is shown again`
}

function subjectOfPerson({ decision }: Facts) {
  if (decision === 'hide') return msg`Your public profile is hidden`
  return decision === 'uphold'
    ? msg`Your public profile stays hidden`
    : msg`Your public profile is shown again`
}

function subjectOfMessage({ decision }: Facts) {
  if (decision === 'hide') return msg`Your message is hidden`
  return decision === 'uphold' ? msg`Your message stays hidden` : msg`Your message is shown again`
}

const subjects: Record<ThingWord, (facts: Facts) => ReturnType<typeof msg>> = {
  title: subjectOfThing,
  brand: subjectOfThing,
  person: subjectOfPerson,
  message: subjectOfMessage,
}

function ForReporter(facts: Facts) {
  return wordOf(facts.of) === 'message' ? <OfMessage {...facts} /> : <OfThing {...facts} />
}

function OfMessage({ decision }: Facts) {
  if (decision === 'dismiss') return <Trans>You reported a message. It stays as it is.</Trans>
  if (decision === 'hide') return <Trans>You reported a message. We have hidden it.</Trans>
  if (decision === 'uphold') return <Trans>There was an appeal. The message stays hidden.</Trans>
  return <Trans>You reported a message. After another look, we show it again.</Trans>
}

function OfThing({ decision, name }: Facts) {
  if (decision === 'dismiss') return <Trans>You reported “{name}”. It stays as it is.</Trans>
  if (decision === 'hide') return <Trans>You reported “{name}”. We have hidden it.</Trans>
  if (decision === 'uphold') return <Trans>There was an appeal. “{name}” stays hidden.</Trans>
  return <Trans>You reported “{name}”. After another look, we show it again.</Trans>
}

const owners: Record<ThingWord, typeof ForCreator> = {
  title: ForCreator,
  brand: ForCreator,
  person: ForPerson,
  message: ForSender,
}

function ForOwner(facts: Facts) {
  const Owner = owners[wordOf(facts.of)]
  return <Owner {...facts} />
}

function ForSender({ decision }: Facts) {
  if (decision === 'hide')
    return (
      <Trans>
        After a report we have hidden a message of yours. Others no longer see it. Nothing else
        changes.
      </Trans>
    )
  if (decision === 'uphold')
    return <Trans>We have read your appeal. Your message stays hidden.</Trans>
  return <Trans>Others see your message again.</Trans>
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

function ForPerson({ decision }: Facts) {
  if (decision === 'hide')
    return (
      <Trans>
        After a report we have hidden your public profile. Others see neither your username nor your
        shelf. Your copies, your balance and your sign-in stay as they are.
      </Trans>
    )
  if (decision === 'uphold')
    return <Trans>We have read your appeal. Your public profile stays hidden.</Trans>
  return <Trans>Others see your username again, and your shelf if it is public.</Trans>
}
