import { digestMail } from './digest/digest-mail.shared.ts'
import { readDigest } from './digest/gather.ts'
import { defineMail } from './mail/send.ts'

export const platformMails = [defineMail(digestMail, readDigest)]
