import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { encodedBytes, storedBytes } from '#src/media/disk/needs.ts'
import { withWorkFolder, type WorkFolder } from '#src/media/disk/work-folder.ts'
import type { ExtraKind } from '#src/media/extras/extra.shared.ts'
import {
  clearExtraFiles,
  extraPrefix,
  kindOfExtra,
  publishExtra,
} from '#src/media/extras/extras.ts'
import { requirePdf } from '#src/media/extras/pdf.ts'
import type { ExtraFile } from '#src/media/extras/right.ts'
import { displayPicture } from '#src/media/packaging/display.ts'
import { encodeProgressive, progressivePlan } from '#src/media/packaging/progressive.ts'
import type { PreparedFile } from './begin.ts'
import { addFileToRefusal, fetchChecked, fetchFile } from './local-files.ts'
import { sourceOf } from './pictures.ts'
import type { ReportProgress } from './progress.ts'
import { uploadTransitions } from './upload.shared.ts'
import { filesOf, type StoredFile } from './upload.ts'

/** Step: inserts the upload of an extra's file. */
export async function insertExtraUpload(tx: Tx, ctx: Ctx, kid: string, { row }: PreparedFile) {
  const { account_id } = currentPerson(ctx)
  const upload = {
    id: row.upload_id,
    kid,
    of: 'extra',
    account_id,
    created_at: ctx.time().toISOString(),
    progress: 0,
    subtitles: [],
  }
  const creator = { by: 'creator', account: account_id, at: ctx.time() } as const
  await insertWithEvent(tx, uploadTransitions, [upload], { action: 'begin', ...creator })
  await tx.insertInto('upload_file').values(row).execute()
}

interface Made {
  kind: ExtraKind
  path: string
  type: ExtraFile['type']
}

/**
 * Makes the file of an extra from what was uploaded, stores it outside the public files and publishes
 * the extra. The uploaded file is deleted.
 */
export async function processExtra(
  ctx: Ctx,
  { id, kid }: { id: string; kid: string },
  report: ReportProgress,
) {
  const [stored] = await filesOf(ctx.db, [id])
  const need = { subject: id, bytes: await storedBytes(ctx, [stored!]) }
  const made = await withWorkFolder(ctx, need, async (during, folder) => {
    await report(0, 'fetch')
    const announced = await kindOfExtra(ctx.db, id)
    const { kind, path, type } = await addFileToRefusal(
      stored!,
      makers[announced](during, stored!, folder, report),
    )
    const file: ExtraFile = { key: extraPrefix(kid, id), type, size: (await stat(path)).size }
    await ctx.integrations.storage.putFile(file.key, path, { type })
    failpoint('extra.stored')
    return { kind, file }
  })
  await inTx(ctx, async (tx) => {
    const at = ctx.time()
    const set = { step: null, progress: 100, processed_at: at.toISOString() }
    const step = { action: 'swap', by: 'platform', at, set } as const
    if (!(await transition(tx, uploadTransitions, id, step))) return
    await publishExtra(tx, id, made, at)
    await enqueue(tx, clearExtraFiles, { prefix: `uploads/${id}/` })
  })
}

type Maker = (
  ctx: Ctx,
  stored: StoredFile,
  folder: WorkFolder,
  report: ReportProgress,
) => Promise<Made>

/** The folder of the file within that of the job. */
const placeOf = ({ path }: WorkFolder) => join(path, 'extra')

/** Makes a clip or a voice message; which of both it is, the file's tracks show. */
const makeFilm: Maker = async (ctx, stored, folder, report) => {
  const { transcoder } = ctx.integrations
  const file = await fetchFile(ctx, stored, placeOf(folder), 'video')
  const source = sourceOf(file)
  const probe = await transcoder.probe(source, ctx.signal)
  await folder.reserve(encodedBytes(progressivePlan(probe), probe, file.size))
  const path = await encodeProgressive(transcoder, source, {
    probe,
    onProgress: (share) => void report(share, 'extra'),
    ...(ctx.signal && { signal: ctx.signal }),
  })
  return probe.video
    ? { kind: 'clip', path, type: 'video/mp4' }
    : { kind: 'voice', path, type: 'audio/mp4' }
}

const makePoster: Maker = async (ctx, stored, folder) => {
  const file = await fetchFile(ctx, stored, placeOf(folder), 'image')
  const { bytes } = await displayPicture(file.path)
  const path = join(folder.path, 'poster.webp')
  await writeFile(path, bytes)
  return { kind: 'poster', path, type: 'image/webp' }
}

const makePdf: Maker = async (ctx, stored, folder) => {
  const path = await fetchChecked(ctx, stored, placeOf(folder))
  await requirePdf(path)
  return { kind: 'pdf', path, type: 'application/pdf' }
}

const makers: Record<ExtraKind, Maker> = {
  clip: makeFilm,
  voice: makeFilm,
  poster: makePoster,
  pdf: makePdf,
}
