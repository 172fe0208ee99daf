import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { EachLanguage, inEachLanguage } from '#src/platform/mail/each-language.tsx'
import { Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { guessingMail } from './guessing-mail.shared.ts'

export const guessingTemplate = mailTemplate(guessingMail, {
  subject: () => `Renban: ${inEachLanguage(msg`Sign-in codes are being guessed`)}`,
  Body: ({ count }) => (
    <EachLanguage>
      <Paragraph>
        <Plural
          value={count}
          one="# wrong sign-in code was entered within an hour."
          other="# wrong sign-in codes were entered within an hour."
        />
      </Paragraph>
      <Paragraph>
        <Trans>
          If this goes on, codes stop working in new browsers, which get a link by email instead.
          Find the attacking networks in your proxy’s log, and block them there.
        </Trans>
      </Paragraph>
    </EachLanguage>
  ),
})
