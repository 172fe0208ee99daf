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
const warnings: Record<CodePurpose, () => React.ReactNode> = {
  sign_in: () => (
    <Trans>
      If you didn’t request it, ignore this email. No one can sign in without the code. Never share
      it.
    </Trans>
  ),
  bank: () => (
    <Trans>
      If you didn’t request it, ignore this email. No bank account can be registered without the
      code. Never share it.
    </Trans>
  ),
  email: () => (
    <Trans>
      If you didn’t request it, ignore this email. No account can use this address without the code.
      Never share it.
    </Trans>
  ),
  passkey: () => (
    <Trans>
      If you didn’t request it, ignore this email. No passkey can be added or removed without the
      code. Never share it.
    </Trans>
  ),
  wallet: () => (
    <Trans>
      If you didn’t request it, ignore this email. No wallet can be linked or unlinked without the
      code. Never share it.
    </Trans>
  ),
  gift: () => (
    <Trans>
      If you didn’t request it, ignore this email, and sign out all other sessions in your account
      settings. Nothing is given away without the code. Never share it.
    </Trans>
  ),
  api_key: () => (
    <Trans>
      If you didn’t request it, ignore this email, and sign out all other sessions in your account
      settings. No API key can be made without the code. Never share it.
    </Trans>
  ),
  deletion: () => (
    <Trans>
      If you didn’t request it, ignore this email, and sign out all other sessions in your account
      settings. No account can be deleted without the code. Never share it.
    </Trans>
  ),
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
