import { defineMail } from '#src/platform/mail/send.ts'
import { cutMail } from './upload/cut-mail.shared.ts'
import { readCut } from './upload/cut-mail.ts'

export const mediaMails = [defineMail(cutMail, readCut)]
