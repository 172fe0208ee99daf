import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineTask } from '#core/jobs.ts'
import { fetchRates, updateRates } from './currency/rates.ts'
import { gather, gatherMails } from './digest/gather.ts'
import { purge, purgeMails } from './mail/send.ts'
import { deleteOldNotifications, purgeNotifications } from './notifications/notification.ts'
import { deleteUnusedPicture, removePicture } from './pictures/remove-picture.ts'

export const platformJobs = [
  defineTask(removePicture, deleteUnusedPicture),
  defineTask(purgeMails, purge, HOUR_SECONDS),
  defineTask(purgeNotifications, deleteOldNotifications, HOUR_SECONDS),
  defineTask(gatherMails, gather, 60),
  defineTask(fetchRates, updateRates, 300),
]
