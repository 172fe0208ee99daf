import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineTask } from '#core/jobs.ts'
import { moveDue } from './account/account.ts'
import { purge, purgeSignIns } from './account/purge.ts'
import { moveAddresses } from './recovery/recovery.ts'

export const accountsJobs = [
  defineTask(purgeSignIns, purge, HOUR_SECONDS),
  defineTask(moveAddresses, moveDue, 60),
]
