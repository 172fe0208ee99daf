import { run } from '#core/jobs.ts'
import { seal, sealRecords } from './provenance/seal.ts'
import { end, endRentals } from './rental-period/rental-period.ts'
import { mailIssue, mailOwner as mailIssueOwner } from './serial/further-mail.ts'

export const catalogJobs = [
  run(endRentals, end, 15),
  run(mailIssue, mailIssueOwner),
  run(sealRecords, seal, 5),
]
