import { defineMail } from '#src/platform/mail/send.ts'
import { webhookOffMail } from './webhooks/webhook-off-mail.shared.ts'
import { readWebhookOff } from './webhooks/webhook-off-mail.ts'

export const studioMails = [defineMail(webhookOffMail, readWebhookOff)]
