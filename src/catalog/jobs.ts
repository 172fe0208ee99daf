import { defineTask } from '#core/jobs.ts'
import { seal, sealRecords } from './provenance/seal.ts'
import { end, endRentals } from './rental-period/rental-period.ts'
import { mailIssue, mailOwner as mailIssueOwner } from './serial/further-mail.ts'

export const catalogJobs = [
  defineTask(endRentals, end, 15),
  defineTask(mailIssue, mailIssueOwner),
  defineTask(sealRecords, seal, 5),
]
