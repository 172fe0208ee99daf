import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { type ProposalFacts, proposalMail } from './proposal-mail.shared.ts'

export const proposalTemplate = mailTemplate(proposalMail, {
  subject: ({ news, gets }) => subjects[news](gets),
  path: ({ news, gets }) =>
    news === 'settled' ? `/asset/${gets.kid}?no=${gets.number}` : '/account/wanted',
  Body: (facts) => (facts.news === 'settled' ? <Settled {...facts} /> : <Body {...facts} />),
})

type Subject = (gets: ProposalFacts['gets']) => ReturnType<typeof msg>
const hasEnded: Subject = ({ number, title }) =>
  msg`The trade for No. ${number} of “${title}” has ended`
const subjects: Record<ProposalFacts['news'], Subject> = {
  proposed: ({ number, title }) => msg`You can trade for No. ${number} of “${title}”`,
  settled: ({ number, title }) => msg`No. ${number} of “${title}” is yours`,
  declined: hasEnded,
  lapsed: hasEnded,
  spoiled: hasEnded,
}

function Settled({ gives, receiver, gets, giver }: ProposalFacts) {
  const { number, title } = gets
  const [given, givenTitle] = [gives.number, gives.title]
  return (
    <>
      <Paragraph>
        <Trans>
          Everyone accepted. You gave No. {given} of “{givenTitle}” to {receiver} and got No.{' '}
          {number} of “{title}” from {giver}.
        </Trans>
      </Paragraph>
      <ButtonLink to={`/asset/${gets.kid}?no=${number}`}>
        <Trans>Open your copy</Trans>
      </ButtonLink>
      <PageLink to="/account/wanted">
        <Trans>See your wanted list</Trans>
      </PageLink>
    </>
  )
}

function Body({ news, gives, receiver, gets, giver, expires_at }: ProposalFacts) {
  const { i18n } = useLingui()
  const until = formatDateTime(expires_at, i18n.locale)
  const { number, title } = gets
  const [given, givenTitle] = [gives.number, gives.title]
  const isNew = news === 'proposed'
  return (
    <>
      <Paragraph>
        {isNew ? (
          <Trans>
            You give No. {given} of “{givenTitle}” to {receiver} and get No. {number} of “{title}”
            from {giver}.
          </Trans>
        ) : (
          <Trans>
            You agreed to give No. {given} of “{givenTitle}” for No. {number} of “{title}”. Your
            copy stays yours.
          </Trans>
        )}
      </Paragraph>
      <Paragraph>
        {isNew && (
          <Trans>
            The copies change hands once everyone has accepted. You can accept until {until}.
          </Trans>
        )}
        {news === 'declined' && <Trans>Another person declined.</Trans>}
        {news === 'lapsed' && <Trans>Not everyone answered in time.</Trans>}
        {news === 'spoiled' && <Trans>One of the copies is no longer open to trade.</Trans>}
      </Paragraph>
      <ButtonLink to="/account/wanted">
        {isNew ? <Trans>Answer the proposal</Trans> : <Trans>See your wanted list</Trans>}
      </ButtonLink>
    </>
  )
}
