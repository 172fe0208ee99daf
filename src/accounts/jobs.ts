import { defineTask } from '#core/jobs.ts'
import { moveDue } from './account/account.ts'
import { purge, purgeSignIns } from './account/purge.ts'
import { moveAddresses } from './recovery/recovery.ts'

export const accountsJobs = [
  defineTask(purgeSignIns, purge, 3_600),
  defineTask(moveAddresses, moveDue, 60),
]
