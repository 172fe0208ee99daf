import { defineMail } from '#src/platform/mail/send.ts'
import { cutMail, failedMail } from './upload/upload-mail.shared.ts'
import { readCut, readFailed } from './upload/upload-mail.ts'

export const mediaMails = [defineMail(cutMail, readCut), defineMail(failedMail, readFailed)]
