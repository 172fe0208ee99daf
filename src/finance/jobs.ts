import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineLongTask, defineTask } from '#core/jobs.ts'
import { lookAtDispute } from '#src/sales/purchase/pay.ts'
import * as deletion from './account/deletion.ts'
import * as accountExport from './account/export.ts'
import { followDispute, findDisputes, lookForDisputes } from './dispute/dispute.ts'
import * as auto from './payout/auto-request-jobs.ts'
import * as deadlines from './payout/deadlines.ts'
import { runUpdate, endReserved } from './payout/update.ts'
import {
  findPayments,
  lookForPayments,
  reconcile,
  reconcileBooks,
} from './reconciliation/reconcile.ts'
import { check, checkBooks } from './reconciliation/self-check.ts'
import { report, reportPoints } from './unused-points/unused-points.ts'

export const financeJobs = [
  defineLongTask(accountExport.makeExport, accountExport.make),
  defineTask(accountExport.purgeExports, accountExport.purge, HOUR_SECONDS),
  defineTask(deletion.sweepDeleted, deletion.sweep),
  defineTask(lookAtDispute, followDispute),
  defineTask(lookForDisputes, findDisputes, HOUR_SECONDS),
  defineTask(endReserved, runUpdate),
  defineTask(auto.requestMonthly, auto.requestAll, HOUR_SECONDS),
  defineTask(auto.requestOne, auto.requestFor),
  defineTask(deadlines.endDeadlines, deadlines.end, HOUR_SECONDS),
  defineLongTask(deadlines.warnOfDeadlines, deadlines.warn, HOUR_SECONDS),
  defineLongTask(checkBooks, check, 600),
  defineLongTask(reconcileBooks, reconcile, 600),
  defineTask(lookForPayments, findPayments, 300),
  defineLongTask(reportPoints, report, DAY_SECONDS),
]
