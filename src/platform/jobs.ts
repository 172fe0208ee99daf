import { defineTask } from '#core/jobs.ts'
import { fetchRates, updateRates } from './currency/rates.ts'
import { gather, gatherMails } from './digest/gather.ts'
import { purge, purgeMails } from './mail/send.ts'
import { deleteOldNotifications, purgeNotifications } from './notifications/notification.ts'
import { deleteUnusedPicture, removePicture } from './pictures/remove-picture.ts'

export const platformJobs = [
  defineTask(removePicture, deleteUnusedPicture),
  defineTask(purgeMails, purge, 3_600),
  defineTask(purgeNotifications, deleteOldNotifications, 3_600),
  defineTask(gatherMails, gather, 60),
  defineTask(fetchRates, updateRates, 300),
]
