import { run } from '#core/jobs.ts'
import { finish, finishUpload, mint, mintUpload } from './upload/mint.ts'
import { processTitle } from './upload/process.ts'
import { clearRemoved, clearTitle, remove, removeWithdrawn } from './upload/remove.ts'
import { sweep } from './upload/sweep.ts'
import { clear, tend } from './upload/tend.ts'
import { clearTracks, clearUnnamed } from './upload/trailer.ts'
import { clearUpload, processUpload, sweepUploads, tendUploads } from './upload/upload.ts'

export const mediaJobs = [
  run(processUpload, processTitle),
  run(mintUpload, mint),
  run(finishUpload, finish),
  run(clearUpload, clear),
  run(clearTracks, clearUnnamed),
  run(tendUploads, tend, 60),
  run(sweepUploads, sweep, 3_600),
  run(removeWithdrawn, remove, 3_600),
  run(clearRemoved, clearTitle),
]
