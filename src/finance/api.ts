import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import { confirmRefusals } from '#src/accounts/account/step-up.ts'
import * as deletions from './account/deletion.shared.ts'
import * as deletion from './account/deletion.ts'
import * as accountExports from './account/export.shared.ts'
import * as accountExport from './account/export.ts'
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
import { listUnusedPoints } from './unused-points/unused-points.shared.ts'
import { list as listReports } from './unused-points/unused-points.ts'
import * as histories from './transactions/history.shared.ts'
import * as history from './transactions/history.ts'

const bankRefusals = ['bank_unknown', 'branch_unknown', ...confirmRefusals] as const
const requestRefusals = [
  'account_suspended',
  'bank_required',
  'bank_changed',
  'email_changed_lately',
  'payout_once_a_month',
  'payout_out_of_bounds',
  'payout_terms_changed',
  'balance_in_use',
  'balance_not_enough',
  'payouts_held',
] as const
const cancelRefusals = [
  'not_found',
  'previous_month_not_cancellable',
  'status_already_updated',
] as const
const exportRefusals = [
  'nothing_to_send',
  'month_not_over',
  'bank_sender_missing',
  'payouts_held',
  'wrong_origin',
] as const

const deletionRefusals = [
  'account_suspended',
  'deletion_blocked',
  'deletion_copies_differ',
  ...confirmRefusals,
] as const

// oxfmt-ignore
export const financeApi = [
  ...section('Account', [
    serve(accountExports.getAccountExport, 'person', accountExport.get,  'Get the state of your export'),
    serve(accountExports.askForExport,     'person', accountExport.ask,  'Ask for an export of your data', ['export_too_soon']),
    serve(accountExports.getExportFile,    'person', accountExport.file, 'Download your export', ['not_found']),
    serve(deletions.getDeletionTerms, 'person', deletion.terms,  'Get what prevents the deletion of your account'),
    serve(deletions.deleteAccount,    'person', deletion.remove, 'Delete your account', deletionRefusals),
  ]),
  ...section('Transactions', [
    serve(histories.listPointDetails, 'person', history.list,      'List the entries of your balance'),
    serve(histories.getPointDetail,   'person', history.get,       'Get an entry of your balance'),
    serve(histories.listTransactions, 'person', history.listDeals, 'List your deals'),
  ]),
  ...section('Bank account', [
    serve(banks.listBanks,    'person', bank.searchBanks,    'Search banks'),
    serve(banks.listBranches, 'person', bank.searchBranches, 'Search the branches of a bank'),
    serve(banks.getBank,      'person', bank.get,            'Get your bank account', ['not_found']),
    serve(banks.putBank,      'person', bank.put,            'Register or replace your bank account', bankRefusals),
  ]),
  ...section('Payouts', [
    serve(payouts.getPayoutTerms,    'person', payoutRequest.terms,      'Get the limits, fee and dates of a payout'),
    serve(payouts.requestPayout,     'person', payoutRequest.request,    'Request a payout', requestRefusals),
    serve(payouts.cancelPayout,      'person', payoutRequest.cancel,     'Cancel a payout', cancelRefusals),
    serve(payouts.listPayouts,       'person', payout.list,              'List payouts', ['admins_only']),
    serve(payouts.getPayout,         'person', payout.get,               'Get a payout', ['not_found']),
    serve(payouts.putAuto,           'person', putAuto,                  'Switch automatic monthly payouts on or off'),
    serve(payouts.getPayoutCalendar, 'person', calendar,                 'Get your payout dates as a calendar file'),
    serve(payouts.exportPayouts,     'admin',  payoutFile.exportMonth,   'Export a month’s payouts', exportRefusals),
    serve(payouts.updatePayouts,     'admin',  payoutUpdate.update,      'Set the status of payouts'),
    serve(payouts.checkUpdate,       'admin',  inParts(payoutUpdate.check),       'Get the outcome of a status change', ['not_found']),
    serve(payouts.readBankResults,   'admin',  payoutFile.importResults, 'Import the bank’s result file', ['bank_file_invalid']),
    serve(payees.getPayee,           'admin',  payee.get,                'Get the tax details of a payee'),
    serve(payees.putPayee,           'admin',  payee.put,                'Change the tax details of a payee'),
  ]),
  ...section('Receipts and statements', [
    serve(receipts.getReceipt,             'person', receipt.get,      'Get the receipt of a purchase'),
    serve(receipts.getInvoiceRegistration, 'person', registration.get, 'Get your invoice registration', ['not_found']),
    serve(receipts.putInvoiceRegistration, 'person', registration.put, 'Enter your invoice registration'),
    serve(receipts.endInvoiceRegistration, 'person', registration.end, 'End your invoice registration', ['not_found']),
    serve(statements.listStatements,       'person', statement.list,   'List your monthly statements'),
    serve(statements.getStatement,         'person', statement.get,    'Get a monthly statement'),
    serve(statements.getStatementYear,     'person', yearFile,         'Export a year’s statements as CSV'),
    serve(listUnusedPoints,                'admin',  inParts(listReports), 'List the reports of unused points'),
    serve(listTransactionStatistics,       'person', listTransactions, 'Get the sales of a month', ['creators_only']),
  ]),
]
