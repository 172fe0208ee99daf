import { defineTask } from '#core/jobs.ts'
import { fetchRates, updateRates } from './currency/rates.ts'
import { deleteUnusedPicture, removePicture } from './pictures/remove-picture.ts'

export const platformJobs = [
  defineTask(removePicture, deleteUnusedPicture),
  defineTask(fetchRates, updateRates, 300),
]
