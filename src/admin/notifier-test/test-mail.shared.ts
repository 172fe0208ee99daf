import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  id: string
  account_id: string
}

/** The mail by which an administrator tests the mail server. */
export const testMail = mailKind<About, object>('test', { test: {} })
