import { run } from '#core/jobs.ts'
import { fetchRates, keepRates } from './currency/rates.ts'
import { clearPicture, removePicture } from './pictures/drop-picture.ts'

export const platformJobs = [run(removePicture, clearPicture), run(fetchRates, keepRates, 300)]
