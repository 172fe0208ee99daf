import { defineMail } from '#src/platform/mail/send.ts'
import { deletionMail } from './account/deletion-mail.shared.ts'
import { readDeletion } from './account/deletion-mail.ts'
import { exportMail } from './account/export-mail.shared.ts'
import { readExport } from './account/export.ts'
import { changeMail } from './bank-account/change-mail.shared.ts'
import { readChange } from './bank-account/change-mail.ts'
import { disputeMail } from './dispute/dispute-mail.shared.ts'
import { readDispute } from './dispute/dispute-mail.ts'
import { deadlineMail, payoutMail, refusedMail } from './payout/mail.shared.ts'
import { readDeadline, readPayout, readRefused } from './payout/mail.ts'
import { alertMail } from './reconciliation/alert-mail.shared.ts'
import { readAlert } from './reconciliation/alert-mail.ts'

export const financeMails = [
  defineMail(exportMail, readExport),
  defineMail(deletionMail, readDeletion),
  defineMail(changeMail, readChange),
  defineMail(payoutMail, readPayout),
  defineMail(refusedMail, readRefused),
  defineMail(deadlineMail, readDeadline),
  defineMail(disputeMail, readDispute),
  defineMail(alertMail, readAlert),
]
