import { defineTask } from '#core/jobs.ts'
import { lookAtDispute } from '#src/sales/purchase/pay.ts'
import { mailChange, tellOfChange } from './bank-account/mail.ts'
import { followDispute, findDisputes, lookForDisputes } from './dispute/dispute.ts'
import { mailConcerned, mailDispute } from './dispute/mail.ts'
import * as auto from './payout/auto-request-jobs.ts'
import * as deadlines from './payout/deadlines.ts'
import { mailOwner } from './payout/mail.ts'
import { mailPayout } from './payout/payout-money.ts'
import { runUpdate, endReserved } from './payout/update.ts'
import { mailOperator } from './reconciliation/alert.ts'
import { alertOperator } from './reconciliation/checks.ts'
import {
  findPayments,
  lookForPayments,
  reconcile,
  reconcileBooks,
} from './reconciliation/reconcile.ts'
import { check, checkBooks } from './reconciliation/self-check.ts'

export const financeJobs = [
  defineTask(mailChange, tellOfChange),
  defineTask(lookAtDispute, followDispute),
  defineTask(lookForDisputes, findDisputes, 3_600),
  defineTask(mailDispute, mailConcerned),
  defineTask(mailPayout, mailOwner),
  defineTask(endReserved, runUpdate),
  defineTask(auto.requestMonthly, auto.requestAll, 3_600),
  defineTask(auto.requestOne, auto.requestFor),
  defineTask(auto.mailRefused, auto.tellRefused),
  defineTask(deadlines.endDeadlines, deadlines.end, 3_600),
  defineTask(deadlines.warnOfDeadlines, deadlines.warn, 3_600),
  defineTask(deadlines.mailDeadline, deadlines.sendDeadlineMail),
  defineTask(checkBooks, check, 600),
  defineTask(alertOperator, mailOperator),
  defineTask(reconcileBooks, reconcile, 600),
  defineTask(lookForPayments, findPayments, 300),
]
