import { serve } from '#core/http/http.ts'
import * as banks from './bank-account/bank.shared.ts'
import * as bank from './bank-account/bank.ts'
import { put as putAuto } from './payout/auto-request-setting.ts'
import { calendar } from './payout/calendar.ts'
import * as payees from './payout/payee.shared.ts'
import * as payoutFile from './payout/export.ts'
import * as payoutUpdate from './payout/update.ts'
import * as payee from './payout/payee.ts'
import * as payouts from './payout/payout.shared.ts'
import * as payout from './payout/payout.ts'
import * as payoutRequest from './payout/request.ts'
import * as receipts from './receipt/receipt.shared.ts'
import * as receipt from './receipt/receipt.ts'
import * as registration from './receipt/invoice-registration.ts'
import * as statements from './statement/statement.shared.ts'
import * as statement from './statement/statement.ts'
import { yearFile } from './statement/year-csv.ts'
import { listTransactionStatistics } from './statistics/statistics.shared.ts'
import { listTransactions } from './statistics/statistics.ts'
import * as histories from './transactions/history.shared.ts'
import * as history from './transactions/history.ts'

// oxfmt-ignore
export const financeApi = [
  serve(banks.listBanks,                 'person', bank.searchBanks),
  serve(banks.listBranches,              'person', bank.searchBranches),
  serve(banks.getBank,                   'person', bank.get),
  serve(banks.putBank,                   'person', bank.put),
  serve(payouts.getPayoutTerms,          'person', payoutRequest.terms),
  serve(payouts.getPayoutCalendar,       'person', calendar),
  serve(payouts.requestPayout,           'person', payoutRequest.request),
  serve(payouts.cancelPayout,            'person', payoutRequest.cancel),
  serve(payouts.putAuto,                 'person', putAuto),
  serve(payouts.getPayout,               'person', payout.get),
  serve(payouts.listPayouts,             'person', payout.list),
  serve(payouts.exportPayouts,           'admin',  payoutFile.exportMonth),
  serve(payouts.updatePayouts,           'admin',  payoutUpdate.update),
  serve(payouts.checkUpdate,             'admin',  payoutUpdate.check),
  serve(payouts.readBankResults,         'admin',  payoutFile.importResults),
  serve(payees.getPayee,                 'admin',  payee.get),
  serve(payees.putPayee,                 'admin',  payee.put),
  serve(receipts.getReceipt,             'person', receipt.get),
  serve(receipts.getInvoiceRegistration, 'person', registration.get),
  serve(receipts.putInvoiceRegistration, 'person', registration.put),
  serve(receipts.endInvoiceRegistration, 'person', registration.end),
  serve(histories.listPointDetails,      'person', history.list),
  serve(histories.getPointDetail,        'person', history.get),
  serve(histories.listTransactions,      'person', history.listDeals),
  serve(statements.listStatements,       'person', statement.list),
  serve(statements.getStatementYear,     'person', yearFile),
  serve(statements.getStatement,         'person', statement.get),
  serve(listTransactionStatistics,       'person', listTransactions),
]
