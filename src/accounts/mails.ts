import { defineMail } from '#src/platform/mail/send.ts'
import { codeMail } from './account/code-mail.shared.ts'
import { readCode, readGuessing } from './account/code.ts'
import { guessingMail } from './account/guessing-mail.shared.ts'

export const accountsMails = [
  defineMail(codeMail, readCode),
  defineMail(guessingMail, readGuessing),
]
