import { deletionTemplate } from './account/deletion-mail.tsx'
import { exportTemplate } from './account/export-mail.tsx'
import { changeTemplate } from './bank-account/change-mail.tsx'
import { disputeTemplate } from './dispute/dispute-mail.tsx'
import { deadlineTemplate } from './payout/deadline-mail.tsx'
import { payoutTemplate } from './payout/payout-mail.tsx'
import { refusedTemplate } from './payout/refused-mail.tsx'
import { alertTemplate } from './reconciliation/alert-mail.tsx'

export const financeTemplates = [
  exportTemplate,
  deletionTemplate,
  changeTemplate,
  payoutTemplate,
  refusedTemplate,
  deadlineTemplate,
  disputeTemplate,
  alertTemplate,
]
