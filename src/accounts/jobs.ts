import { run } from '#core/jobs.ts'
import { mailCode, sendCodeMail } from './account/code.ts'
import { purge, purgeSignIns } from './account/purge.ts'

export const accountsJobs = [run(mailCode, sendCodeMail), run(purgeSignIns, purge, 3_600)]
