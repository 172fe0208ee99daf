import { defineTask } from '#core/jobs.ts'
import { purge, purgeSignIns } from './account/purge.ts'

export const accountsJobs = [defineTask(purgeSignIns, purge, 3_600)]
