import { section, serve } from '#core/http/http.ts'
import * as audits from './audit/audit.shared.ts'
import * as audit from './audit/audit.ts'
import * as disputes from '#src/finance/dispute/dispute.shared.ts'
import * as dispute from './disputes/list.ts'
import * as jobs from './jobs/job.shared.ts'
import * as job from './jobs/job.ts'
import * as cases from './moderation/moderation.shared.ts'
import * as moderation from './moderation/moderation.ts'
import * as notifierTests from './notifier-test/notifier-test.shared.ts'
import * as notifierTest from './notifier-test/notifier-test.ts'
import * as overviews from './overview/overview.shared.ts'
import * as overview from './overview/overview.ts'
import * as recoveries from './users/recovery.shared.ts'
import * as recovery from './users/recovery.ts'
import * as suspensions from './users/suspension.shared.ts'
import * as suspension from './users/suspension.ts'
import * as users from './users/user.shared.ts'
import * as user from './users/user.ts'
import * as verifications from './verifications/verification.shared.ts'
import * as verification from './verifications/verification.ts'

// oxfmt-ignore
export const adminApi = [
  ...section('Users', [
    serve(users.listUsers,   'admin', user.list, 'List people of the company’s email domains'),
    serve(users.getUserRole, 'admin', user.get,  'Get a person’s role and its changes'),
    serve(users.putUserRole, 'admin', user.put,  'Grant or withdraw the creator role', ['forbidden']),
    serve(suspensions.listSuspensions, 'admin', suspension.list, 'List suspended people, or find a person to suspend'),
    serve(suspensions.putSuspension,   'admin', suspension.put,  'Suspend an account, or lift its suspension', ['forbidden']),
    serve(recoveries.listRecoveries, 'admin', recovery.list,   'List accounts that move to another address, or find a person who lost access'),
    serve(recoveries.startRecovery,  'admin', recovery.start,  'Move the account of a person who lost their mailbox, after a wait', ['not_found', 'forbidden', 'email_taken', 'recovery_waiting']),
    serve(recoveries.cancelRecovery, 'admin', recovery.cancel, 'Stop the move of an account', ['not_found', 'recovery_over']),
  ]),
  ...section('Operation', [
    serve(overviews.getOverview, 'admin', overview.read, 'Count what waits for an administrator'),
    serve(audits.listAuditLog,   'admin', audit.list,    'List what administrators did'),
    serve(jobs.listJobs,         'admin', job.list,      'List the jobs that failed'),
    serve(jobs.retryJob,         'admin', job.retry,     'Try a job again'),
    serve(notifierTests.createNotifierTest, 'admin', notifierTest.create, 'Send a test mail to oneself'),
    serve(notifierTests.getNotifierTest,    'admin', notifierTest.get,    'Get whether a test mail was accepted'),
  ]),
  ...section('Moderation', [
    serve(cases.listCases,   'admin', moderation.list,   'List the cases of what was reported'),
    serve(cases.getCase,     'admin', moderation.get,    'Get a case with its reports and history', ['not_found']),
    serve(cases.decideCase,  'admin', moderation.decide, 'Dismiss a case, or hide or restore what it is about', ['not_found', 'case_changed']),
    serve(cases.addCaseNote, 'admin', moderation.note,   'Add a note to a case', ['not_found']),
  ]),
  ...section('Verified brands', [
    serve(verifications.listVerifications,  'admin', verification.list,   'List requests for badges, or verified brands'),
    serve(verifications.decideVerification, 'admin', verification.decide, 'Grant, refuse or take back the badge of a brand', ['not_found', 'changed_elsewhere']),
  ]),
  ...section('Disputes', [
    serve(disputes.listDisputes, 'admin', dispute.list, 'List disputed card payments'),
  ]),
]
