import { defineTask } from '#core/jobs.ts'
import { mailCode, sendCodeMail } from './account/code.ts'
import { purge, purgeSignIns } from './account/purge.ts'

export const accountsJobs = [
  defineTask(mailCode, sendCodeMail),
  defineTask(purgeSignIns, purge, 3_600),
]
