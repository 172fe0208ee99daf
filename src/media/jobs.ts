import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineLongTask, defineTask } from '#core/jobs.ts'
import { lookAfter, lookAfterDownloads } from './downloads/due.ts'
import { removeFile, removeMade } from './downloads/made-files.ts'
import { prepare, prepareDownload } from './downloads/prepare.ts'
import { deleteOld, deleteOldPositions } from './playback/position.ts'
import { clearExtraFiles, removeExtraFiles } from './extras/extras.ts'
import { endDue, endScreenings } from './screening/end.ts'
import {
  deleteRemovedFiles,
  deleteTitleFiles,
  expire,
  expireUploads,
  removeAborted,
  removeWithdrawn,
  removeWithdrawnTitles,
  sweep,
  sweepUploads,
} from './upload/cleanup.ts'
import { encodeFilmPart } from './upload/film-parts.ts'
import { finish, finishUpload, mint, mintUpload } from './upload/mint.ts'
import { processTitle } from './upload/process.ts'
import { clearTracks, removeUnusedTracks } from './upload/trailer.ts'
import { partJob, processUpload, removeUpload } from './upload/upload.ts'

export const mediaJobs = [
  defineLongTask(processUpload, processTitle),
  defineLongTask(partJob, encodeFilmPart),
  defineTask(mintUpload, mint),
  defineTask(finishUpload, finish),
  defineTask(removeUpload, removeAborted),
  defineTask(clearTracks, removeUnusedTracks),
  defineTask(endScreenings, endDue, 15),
  defineTask(expireUploads, expire, 60),
  defineTask(sweepUploads, sweep, HOUR_SECONDS),
  defineTask(removeWithdrawn, removeWithdrawnTitles, HOUR_SECONDS),
  defineTask(deleteRemovedFiles, deleteTitleFiles),
  defineTask(deleteOldPositions, deleteOld, DAY_SECONDS),
  defineTask(clearExtraFiles, removeExtraFiles),
  defineLongTask(prepareDownload, prepare),
  defineTask(removeMade, removeFile),
  defineTask(lookAfterDownloads, lookAfter, 60),
]
