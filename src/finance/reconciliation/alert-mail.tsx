import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EachLanguage, inEachLanguage } from '#src/platform/mail/each-language.tsx'
import { Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { alertMail, type Facts } from './alert-mail.shared.ts'

interface Words {
  subject: MessageDescriptor
  Body: (props: { at: string }) => ReactNode
}

const words: Record<Facts['kind'], Words> = {
  books: {
    subject: msg`The books do not balance: payouts are paused`,
    Body: ({ at }) => (
      <Trans>
        The check of {at} found new differences. No payouts are made until a check finds none. Run
        “npm run books” to see the differences.
      </Trans>
    ),
  },
  refund: {
    subject: msg`A refund failed`,
    Body: ({ at }) => (
      <Trans>
        The check of {at} found that a card’s bank rejected a refund. The card provider still holds
        the money, and we owe it to the buyer. Refund it again in the provider’s dashboard. Renban
        notices that within ten minutes. The page /admin/disputes names the buyers. Payouts
        continue.
      </Trans>
    ),
  },
  dispute: {
    subject: msg`A card payment is disputed`,
    Body: ({ at }) => (
      <Trans>
        The check of {at} found a new dispute. Respond to it in the card provider’s dashboard. The
        books do not change, and payouts continue.
      </Trans>
    ),
  },
}

export const alertTemplate = mailTemplate(alertMail, {
  subject: ({ kind }) => `Renban: ${inEachLanguage(words[kind].subject)}`,
  Body: ({ kind, checked_at, differences }) => (
    <>
      <EachLanguage>
        <Told kind={kind} checked_at={checked_at} />
      </EachLanguage>
      {differences.map(({ sentence, rows, more }) => (
        <Paragraph key={sentence}>
          {[`Check failed: ${sentence}`, ...rows, ...(more > 0 ? [`… ${more} more`] : [])].join(
            '\n',
          )}
        </Paragraph>
      ))}
    </>
  ),
})

function Told({ kind, checked_at }: Pick<Facts, 'kind' | 'checked_at'>) {
  const { i18n } = useLingui()
  const { Body } = words[kind]
  return (
    <Paragraph>
      <Body at={formatDateTime(checked_at, i18n.locale)} />
    </Paragraph>
  )
}
