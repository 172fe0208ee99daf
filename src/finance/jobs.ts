import { run } from '#core/jobs.ts'
import { lookAtDispute } from '#src/sales/purchase/pay.ts'
import { mailChange, tellOfChange } from './bank-account/mail.ts'
import { look, lookFor, lookForDisputes } from './dispute/dispute.ts'
import { mailConcerned, mailDispute } from './dispute/mail.ts'
import * as auto from './payout/auto-request.ts'
import * as deadlines from './payout/deadlines.ts'
import { mailOwner } from './payout/mail.ts'
import { mailPayout } from './payout/move.ts'
import { endAll, endReserved } from './payout/update.ts'
import { tellOperator } from './reconciliation/alert.ts'
import { alertOperator } from './reconciliation/checks.ts'
import {
  findPayments,
  lookForPayments,
  reconcile,
  reconcileBooks,
} from './reconciliation/reconcile.ts'
import { check, checkBooks } from './reconciliation/self-check.ts'

export const financeJobs = [
  run(mailChange, tellOfChange),
  run(lookAtDispute, look),
  run(lookForDisputes, lookFor, 3_600),
  run(mailDispute, mailConcerned),
  run(mailPayout, mailOwner),
  run(endReserved, endAll),
  run(auto.requestMonthly, auto.requestAll, 3_600),
  run(auto.requestOne, auto.requestFor),
  run(auto.mailRefused, auto.tellRefused),
  run(deadlines.endDeadlines, deadlines.end, 3_600),
  run(deadlines.warnOfDeadlines, deadlines.warn, 3_600),
  run(deadlines.mailDeadline, deadlines.sendDeadlineMail),
  run(checkBooks, check, 600),
  run(alertOperator, tellOperator),
  run(reconcileBooks, reconcile, 600),
  run(lookForPayments, findPayments, 300),
]
