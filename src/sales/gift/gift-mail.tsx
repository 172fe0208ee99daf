import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type GiftFacts, giftMail } from '#src/catalog/gift/gift-mail.shared.ts'
import { ButtonLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { MessagePart } from '#src/sales/message-part.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'

export const giftTemplate = mailTemplate(giftMail, {
  subject: (facts) => subjects[facts.news](facts),
  path: ({ path }) => path,
  Body: (facts) =>
    facts.news === 'given' || facts.news === 'reminder' ? (
      <ToRecipient {...facts} />
    ) : (
      <ToGiver {...facts} />
    ),
})

const subjects: Record<GiftFacts['news'], (facts: GiftFacts) => ReturnType<typeof msg>> = {
  given: ({ name }) => msg`${name} has a gift for you`,
  reminder: ({ name }) => msg`The gift from ${name} is still waiting for you`,
  unclaimed: ({ number, title }) => msg`Your gift of No. ${number} of “${title}” is unclaimed`,
  claimed: ({ number, title }) => msg`Your gift of No. ${number} of “${title}” was claimed`,
  declined: ({ number, title }) => msg`No. ${number} of “${title}” stays yours`,
  expired: ({ number, title }) => msg`No. ${number} of “${title}” stays yours`,
  revoked: ({ number, title }) => msg`Your gift of No. ${number} of “${title}” has ended`,
}

function ToRecipient({
  name,
  number,
  title,
  message,
  message_hidden,
  expires_at,
  path,
}: GiftFacts) {
  const { i18n } = useLingui()
  const until = formatDateTime(expires_at, i18n.locale)
  return (
    <>
      <Paragraph>
        <Trans>
          {name} is giving you No. {number} of “{title}”, a numbered copy. It costs you nothing.
        </Trans>
      </Paragraph>
      <MessagePart message={message} message_hidden={message_hidden} />
      <ButtonLink to={path}>
        <Trans>Open your gift</Trans>
      </ButtonLink>
      <Paragraph>
        <Trans>
          You can claim it until {until}. Anyone with this link can, so keep it private.
        </Trans>
      </Paragraph>
    </>
  )
}

function ToGiver(facts: GiftFacts) {
  return (
    <>
      <Paragraph>
        <GiverNews {...facts} />
      </Paragraph>
      <ButtonLink to={facts.path}>
        <Trans>See your gifts</Trans>
      </ButtonLink>
    </>
  )
}

function GiverNews({ news, number, title, recipient, expires_at }: GiftFacts): ReactNode {
  const { i18n } = useLingui()
  const until = formatDateTime(expires_at, i18n.locale)
  if (news === 'unclaimed')
    return (
      <Trans>
        No one has claimed No. {number} of “{title}” yet. The link works until {until}; after that
        the copy returns to you.
      </Trans>
    )
  if (news === 'claimed')
    return (
      <Trans>
        {recipient} claimed No. {number} of “{title}”. The copy has a new owner.
      </Trans>
    )
  if (news === 'declined')
    return (
      <Trans>
        The recipient declined No. {number} of “{title}”. You can keep it or give it to someone
        else.
      </Trans>
    )
  if (news === 'expired')
    return (
      <Trans>
        No one claimed No. {number} of “{title}” in time. You can keep it or give it again.
      </Trans>
    )
  return (
    <Trans>
      We had to end your gift of No. {number} of “{title}”. It can no longer be claimed.
    </Trans>
  )
}
