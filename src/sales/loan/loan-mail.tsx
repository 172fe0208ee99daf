import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type LoanFacts, loanMail } from '#src/catalog/loan/loan-mail.shared.ts'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { MessagePart } from '#src/sales/message-part.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'

export const loanTemplate = mailTemplate(loanMail, {
  subject: (facts) => subjects[facts.news](facts),
  path: ({ path }) => path,
  Body: (facts) => (facts.news === 'lent' ? <ToFriend {...facts} /> : <Told {...facts} />),
})

const subjects: Record<LoanFacts['news'], (facts: LoanFacts) => ReturnType<typeof msg>> = {
  lent: ({ name, title }) => msg`${name} would like to lend you “${title}”`,
  borrowed: ({ number, title }) => msg`You are borrowing No. ${number} of “${title}”`,
  accepted: ({ number, title }) => msg`You are lending No. ${number} of “${title}”`,
  declined: ({ number, title }) => msg`No. ${number} of “${title}” was not borrowed`,
  expired: ({ number, title }) => msg`No. ${number} of “${title}” was not borrowed`,
  revoked: ({ number, title }) => msg`Your loan of No. ${number} of “${title}” has ended`,
  back: ({ number, title }) => msg`No. ${number} of “${title}” is back`,
  over: ({ title }) => msg`Your loan of “${title}” has ended`,
  taken_back: ({ title }) => msg`Your loan of “${title}” has ended`,
}

function ToFriend({
  name,
  number,
  title,
  message,
  message_hidden,
  days,
  until: last,
  path,
}: LoanFacts) {
  const { i18n } = useLingui()
  const until = formatDateTime(last, i18n.locale)
  return (
    <>
      <Paragraph>
        <Plural
          value={days}
          one={`${name} lends you No. ${number} of “${title}” for # day. It costs you nothing.`}
          other={`${name} lends you No. ${number} of “${title}” for # days. It costs you nothing.`}
        />
      </Paragraph>
      <MessagePart message={message} message_hidden={message_hidden} />
      <ButtonLink to={path}>
        <Trans>See the loan</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>
          You can accept it until {until}. The days start when you do. Anyone with this link can, so
          keep it private.
        </Trans>
      </Paragraph>
    </>
  )
}

function Told(facts: LoanFacts) {
  const isBorrower = ['borrowed', 'over', 'taken_back'].includes(facts.news)
  return (
    <>
      <Paragraph>
        <News {...facts} />
      </Paragraph>
      <ButtonLink to={facts.path}>
        {isBorrower ? <Trans>Open the title</Trans> : <Trans>See your loans</Trans>}
      </ButtonLink>
    </>
  )
}

function News({ news, number, title, name, borrower, until: last }: LoanFacts): ReactNode {
  const { i18n } = useLingui()
  const until = formatDateTime(last, i18n.locale)
  if (news === 'borrowed')
    return (
      <Trans>
        {name} lends it to you until {until}. It goes back automatically, and you can return it
        earlier.
      </Trans>
    )
  if (news === 'accepted')
    return (
      <Trans>
        {borrower} borrows No. {number} of “{title}” until {until}. You cannot watch or offer it
        until it is back. You can end the loan at any time.
      </Trans>
    )
  if (news === 'declined')
    return (
      <Trans>
        The loan of No. {number} of “{title}” was declined. You can keep the copy or lend it to
        someone else.
      </Trans>
    )
  if (news === 'expired')
    return (
      <Trans>
        No one accepted the loan of No. {number} of “{title}” in time. You can lend it again.
      </Trans>
    )
  if (news === 'revoked')
    return (
      <Trans>
        We had to end your loan of No. {number} of “{title}”. It can no longer be accepted.
      </Trans>
    )
  if (news === 'taken_back')
    return (
      <Trans>
        We had to end the loan of No. {number} of “{title}”. You can no longer watch it.
      </Trans>
    )
  if (news === 'back')
    return (
      <Trans>
        {borrower} no longer has No. {number} of “{title}”. You can watch and offer it again.
      </Trans>
    )
  return (
    <Trans>
      {name} has ended the loan of No. {number} of “{title}”.
    </Trans>
  )
}
