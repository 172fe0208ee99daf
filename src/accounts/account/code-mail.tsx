import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { MailedCode, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import type { CodePurpose } from './account.shared.ts'
import { codeMail } from './code-mail.shared.ts'

const headings: Record<CodePurpose, MessageDescriptor> = {
  sign_in: msg`Your sign-in code`,
  bank: msg`Your code for your bank account`,
  email: msg`Your code for a new email address`,
  passkey: msg`Your code for your passkeys`,
  wallet: msg`Your code for your wallets`,
  gift: msg`Your code for your gift`,
  api_key: msg`Your code for an API key`,
  deletion: msg`Your code to delete your account`,
}
const subjects: Record<CodePurpose, (code: string) => MessageDescriptor> = {
  sign_in: (code) => msg`${code} · Your sign-in code`,
  bank: (code) => msg`${code} · Your code for your bank account`,
  email: (code) => msg`${code} · Your code for a new email address`,
  passkey: (code) => msg`${code} · Your code for your passkeys`,
  wallet: (code) => msg`${code} · Your code for your wallets`,
  gift: (code) => msg`${code} · Your code for your gift`,
  api_key: (code) => msg`${code} · Your code for an API key`,
  deletion: (code) => msg`${code} · Your code to delete your account`,
}
const Ignore = () => (
  <Trans>If you didn’t request it, ignore this email. Never share the code.</Trans>
)
/** The warning of a code that only somebody who is signed in can request. */
const SignOutOthers = () => (
  <Trans>
    If you didn’t request it, ignore this email, and sign out all other sessions in your account
    settings. Never share the code.
  </Trans>
)
const warnings: Record<CodePurpose, () => React.ReactNode> = {
  sign_in: Ignore,
  email: Ignore,
  bank: SignOutOthers,
  passkey: SignOutOthers,
  wallet: SignOutOthers,
  gift: SignOutOthers,
  api_key: SignOutOthers,
  deletion: SignOutOthers,
}

export const codeTemplate = mailTemplate(codeMail, {
  subject: ({ purpose, code }) => subjects[purpose](code),
  heading: ({ purpose }) => headings[purpose],
  Body({ purpose, code, minutes }) {
    const NotYou = warnings[purpose]
    return (
      <>
        <MailedCode>{code}</MailedCode>
        <Paragraph>
          <Plural
            value={minutes}
            one="Enter this code in the browser where you requested it. It is valid for # minute."
            other="Enter this code in the browser where you requested it. It is valid for # minutes."
          />
        </Paragraph>
        <Paragraph>
          <NotYou />
        </Paragraph>
      </>
    )
  },
})
