import { defineTask, job } from '#core/jobs.ts'
import { accountsMails } from './accounts/mails.ts'
import { adminMails } from './admin/mails.ts'
import { catalogMails } from './catalog/mails.ts'
import { financeMails } from './finance/mails.ts'
import { mediaMails } from './media/mails.ts'
import { platformMails } from './platform/mails.ts'
import { mailSender, retellerOf, sendMail } from './platform/mail/send.ts'
import { push, sendPush } from './platform/notifications/push-job.ts'
import { salesMails } from './sales/mails.ts'
import { studioMails } from './studio/mails.ts'

/** Every kind of mail, each with the function that reads its letter. */
export const mails = [
  ...platformMails,
  ...accountsMails,
  ...catalogMails,
  ...mediaMails,
  ...salesMails,
  ...financeMails,
  ...studioMails,
  ...adminMails,
]

const retell = retellerOf(mails)
const send = mailSender(mails, retell)

/** The jobs by which version 0.1.0 sends each mail. It may have enqueued some before an upgrade. */
const formerJobs = {
  'account.mail_code': 'code',
  'serial.mail_issue': 'issue',
  'purchase.mail': 'order',
  'waiting.mail': 'turn',
  'bank.mail_change': 'bank_change',
  'payout.mail': 'payout',
  'payout.mail_refused': 'payout_refused',
  'payout.mail_deadline': 'deadline',
  'dispute.mail': 'dispute',
  'books.alert': 'alert',
}

/** The job that sends every mail, under its own name and the former ones, and that of pushes. */
export const mailJobs = [
  defineTask(sendMail, send),
  defineTask(sendPush, (ctx, payload) => push(ctx, payload, retell)),
  ...Object.entries(formerJobs).map(([name, mail]) =>
    defineTask(job<unknown>(name), (ctx, about) => send(ctx, { mail, about })),
  ),
]
