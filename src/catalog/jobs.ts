import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineLongTask, defineTask } from '#core/jobs.ts'
import { deleteOldDrafts, forgetDrafts } from './distribution/forget.ts'
import { gather, gatherNews, tell, tellNews } from './follow/news.ts'
import { forget, forgetReporters } from './moderation/report.ts'
import { seal, sealRecords } from './provenance/seal.ts'
import { keep, keepReadings, read, readText } from './reading/reading.ts'
import { end, endRentals } from './rental-period/rental-period.ts'

export const catalogJobs = [
  defineTask(endRentals, end, 15),
  defineTask(sealRecords, seal, 5),
  defineTask(gatherNews, gather),
  defineTask(tellNews, tell, 60),
  defineTask(readText, read),
  defineTask(keepReadings, keep, DAY_SECONDS),
  defineTask(forgetReporters, forget, DAY_SECONDS),
  defineLongTask(forgetDrafts, deleteOldDrafts, HOUR_SECONDS),
]
