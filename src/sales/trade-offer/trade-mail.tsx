import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink, PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { MessagePart } from '#src/sales/message-part.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type TradeFacts, tradeMail } from './trade-mail.shared.ts'

export const tradeTemplate = mailTemplate(tradeMail, {
  subject: ({ news, mine, theirs, partner }) => subjects[news](partner, mine, theirs),
  path: ({ news, theirs }) =>
    news === 'accepted'
      ? `/asset/${theirs.kid}?no=${theirs.number}`
      : '/account/trade_offer_histories',
  Body: (facts) => (facts.news === 'accepted' ? <Swapped {...facts} /> : <OfferBody {...facts} />),
})

type Subject = (
  partner: string,
  mine: TradeFacts['mine'],
  theirs: TradeFacts['theirs'],
) => ReturnType<typeof msg>

const hasEnded: Subject = (partner) => msg`Your trade offer to ${partner} has ended`
const subjects: Record<TradeFacts['news'], Subject> = {
  offered: (partner, { number, title }) =>
    msg`${partner} offers a trade for No. ${number} of “${title}”`,
  countered: (partner) => msg`${partner} made you a counter-offer`,
  accepted: (_, __, { number, title }) => msg`No. ${number} of “${title}” is yours`,
  declined: (partner) => msg`${partner} declined your trade`,
  lapsed: hasEnded,
  spoiled: hasEnded,
}

function Swapped({ mine, theirs, partner, top_up }: TradeFacts) {
  const { number, title } = theirs
  const [given, givenTitle] = [mine.number, mine.title]
  return (
    <>
      <Paragraph>
        <Trans>
          You traded No. {given} of “{givenTitle}” with {partner} for No. {number} of “{title}”.
        </Trans>
      </Paragraph>
      <TopUp partner={partner} top_up={top_up} />
      <ButtonLink to={`/asset/${theirs.kid}?no=${number}`}>
        <Trans>Open your copy</Trans>
      </ButtonLink>
      <PageLink to="/account/trading_histories">
        <Trans>See your trades</Trans>
      </PageLink>
    </>
  )
}

function TopUp({ partner, top_up }: Pick<TradeFacts, 'partner' | 'top_up'>) {
  if (!top_up) return null
  const price = formatYen(top_up.price)
  return (
    <Paragraph>
      {top_up.is_mine ? (
        <Trans>The trade includes {price} that you pay from your balance.</Trans>
      ) : (
        <Trans>
          The trade includes {price} that {partner} pays, less the shares of Renban and the creator.
        </Trans>
      )}
    </Paragraph>
  )
}

function OfferBody(facts: TradeFacts) {
  const { news, mine, theirs, partner, top_up, message, message_hidden, expires_at } = facts
  const { i18n } = useLingui()
  const until = formatDateTime(expires_at, i18n.locale)
  const isNew = news === 'offered' || news === 'countered'
  const { number, title } = theirs
  const [own, ownTitle] = [mine.number, mine.title]
  return (
    <>
      <Paragraph>
        {isNew ? (
          <Trans>
            {partner} offers No. {number} of “{title}” for your No. {own} of “{ownTitle}”. You can
            accept until {until}.
          </Trans>
        ) : (
          <Trans>
            You offered No. {own} of “{ownTitle}” for No. {number} of “{title}”. Your copy stays
            yours.
          </Trans>
        )}
      </Paragraph>
      {isNew && <TopUp partner={partner} top_up={top_up} />}
      {news === 'lapsed' && (
        <Paragraph>
          <Trans>{partner} did not answer in time.</Trans>
        </Paragraph>
      )}
      {news === 'spoiled' && (
        <Paragraph>
          <Trans>One of the two copies is no longer open to trade.</Trans>
        </Paragraph>
      )}
      {isNew && <MessagePart message={message} message_hidden={message_hidden} />}
      <ButtonLink
        to={isNew ? '/account/trade_offer_histories' : '/account/trade_offer_histories?view=sent'}
      >
        {isNew ? <Trans>Answer the offer</Trans> : <Trans>See your trade offers</Trans>}
      </ButtonLink>
    </>
  )
}
