import { defineMail } from '#src/platform/mail/send.ts'
import { readTest } from './notifier-test/notifier-test.ts'
import { testMail } from './notifier-test/test-mail.shared.ts'

export const adminMails = [defineMail(testMail, readTest)]
