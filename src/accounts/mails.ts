import { defineMail } from '#src/platform/mail/send.ts'
import { codeMail } from './account/code-mail.shared.ts'
import { readCode } from './account/code.ts'

export const accountsMails = [defineMail(codeMail, readCode)]
