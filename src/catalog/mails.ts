import { defineMail } from '#src/platform/mail/send.ts'
import { issueMail } from './serial/issue-mail.shared.ts'
import { readIssue } from './serial/issue-mail.ts'

export const catalogMails = [defineMail(issueMail, readIssue)]
