import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { dealMailWords } from '#src/sales/deal/deal-mail-words.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { disputeMail, type Facts, type Line } from './dispute-mail.shared.ts'

export const disputeTemplate = mailTemplate(disputeMail, {
  subject: (facts) => wordsOf(facts).subject,
  path: () => '/account/points',
  Body: function Dispute(facts) {
    const { i18n } = useLingui()
    const amount = formatYen(facts.amount)
    const copies = listOf(i18n, facts.copies)
    const [title = ''] = facts.copies.map((copy) => copy.title)
    const paragraphs = [
      ...wordsOf(facts).text({ amount, copies, title }),
      ...facts.more.map((line) => moreWords[line](valuesOf(i18n, facts))),
    ]
    return (
      <>
        {paragraphs.map((words) => (
          <Paragraph key={words.id}>{i18n._(words)}</Paragraph>
        ))}
        <ButtonLink to="/account/points">
          <Trans>See your balance</Trans>
        </ButtonLink>
        <PageLink to="/contact">
          <Trans>Contact</Trans>
        </PageLink>
      </>
    )
  },
})

function wordsOf({ deal, role, status }: Facts) {
  const { dispute } = dealMailWords[deal]
  if (role === 'creator')
    return dispute[status === 'regained' ? 'creator regained' : 'creator lost']!
  return dispute[`${role} ${status}`]!
}

/** Lists copies in a sentence: "No. 7 of “A” and No. 8 of “B”". */
function listOf(i18n: I18n, copies: Facts['copies']): string {
  const named = copies.map(({ number, title }) => i18n._(msg`No. ${number} of “${title}”`))
  return new Intl.ListFormat(i18n.locale === 'en' ? 'en-GB' : i18n.locale).format(named)
}

const valuesOf = (i18n: I18n, { deal, gone, taken, owed, back }: Facts) => ({
  deal,
  gone: listOf(i18n, gone),
  taken: formatYen(taken),
  owed: formatYen(owed),
  back: formatYen(back),
})

const moreWords: Record<Line, (values: ReturnType<typeof valuesOf>) => MessageDescriptor> = {
  soldOn: ({ gone }) =>
    msg`You have resold ${gone}, and the new owner keeps it. You therefore owe us its price.`,
  taken: ({ taken }) => msg`${taken} was deducted from your sales balance.`,
  owed: ({ owed }) =>
    msg`You still owe ${owed}. You don’t need to do anything: we will deduct it from your next earnings before any payout.`,
  back: ({ back }) => msg`${back} is back in your balance.`,
  gone: ({ deal, gone }) => dealMailWords[deal].gone!(gone),
  again: ({ taken }) =>
    msg`You had paid ${taken} of the price from your balance. We deducted it from your balance again.`,
}
