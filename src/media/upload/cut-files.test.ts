import { deepEqual, equal } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { listCreatedSerials } from '#src/catalog/serial/serial.shared.ts'
import { ffmpeg, tempFolder, TONE } from '../../../test/ffmpeg.ts'
import { cutTo, tinyFilm, wavFile } from '../../../test/unusual-files.ts'
import { sendFiles, storedKeys, type TestFile, uploadOf } from '../../../test/uploads.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { abortUpload, acceptCut, retryUpload } from './upload.shared.ts'

let film: TestFile
before(async () => {
  const bytes = cutTo(await tinyFilm(), 0.5)
  film = { name: 'half.mp4', type: 'video/mp4', bytes }
})

async function startWithCreator(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const send = async (asset: TestFile, trailer?: TestFile) => {
    const begun = await sendFiles(mika, { asset, ...(trailer && { trailer }) })
    await here.app.runDueJobs()
    return begun
  }
  return { ...here, mika, send }
}

test('a cut film is published only when its creator accepts, and numbered once by ten at once', async (t) => {
  const { app, mika, call, inbox, send } = await startWithCreator(t)
  const { uuid, kid } = await send(film)

  const { status, cut_files, failure } = await uploadOf(mika, uuid)
  deepEqual([status, failure], ['cut', null])
  const [cut] = cut_files
  deepEqual([cut_files.length, cut!.file, cut!.name], [1, 'asset', 'half.mp4'])
  equal(cut!.stated_seconds, 4)
  equal(cut!.read_seconds > 1 && cut!.read_seconds < 2.5, true, `${cut!.read_seconds}`)
  equal((await call(getAsset, { id: kid })).error?.code, 'not_found')
  deepEqual(
    (await inbox(mika.email)).map(({ subject }) => subject),
    ['A file of “Tide Tables” seems incomplete'],
  )
  equal((await mika.call(retryUpload, { uuid })).error?.code, 'upload_closed')

  const answers = await Promise.all(tenTimes(() => mika.call(acceptCut, { uuid })))
  deepEqual(countOutcomes(answers), { done: 10 })
  await app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
  equal((await mika.call(listCreatedSerials, { id: kid })).total, 3)
  equal((await call(getAsset, { id: kid })).duration_seconds, Math.round(cut!.read_seconds))
  equal((await mika.call(acceptCut, { uuid })).status, 'done')
})

test('a cut film that its creator cancels, or does not decide about for a week, leaves nothing', async (t) => {
  const { app, clock, integrations, mika, run, send } = await startWithCreator(t)
  const cancelled = await send(film)
  await send(film)
  await mika.call(abortUpload, { uuid: cancelled.uuid })
  equal((await mika.call(acceptCut, { uuid: cancelled.uuid })).error?.code, 'upload_closed')
  clock.now = addSeconds(clock.now, 7 * 24 * 3_600 - 60)
  await run('upload.tend')
  await app.runDueJobs()
  equal((await storedKeys(integrations, 'uploads/')).length, 1)
  clock.now = addSeconds(clock.now, 120)
  await run('upload.tend')
  await app.runDueJobs()
  deepEqual(await storedKeys(integrations, ''), [])
})

test('a cut trailer is asked about by name, and whole files in other formats are not', async (t) => {
  const { mika, send } = await startWithCreator(t)
  const folder = await tempFolder()
  const sound = async (name: string, args: string, share = 1): Promise<TestFile> => {
    await ffmpeg(folder, `${TONE(4)} ${args} ${name}`)
    const bytes = cutTo(await readFile(join(folder, name)), share)
    return { name, type: 'audio/x', bytes }
  }
  const whole: TestFile = { ...film, name: 'whole.mp4', bytes: await tinyFilm() }
  // oxfmt-ignore
  const files: [asset: TestFile, trailer: TestFile | undefined, cut: string[]][] = [
    [whole,                                                        film,      ['half.mp4']],
    [await sound('whole.aac', '-c:a aac'),                         undefined, []],
    [await sound('whole.mp3', '-c:a libmp3lame -write_xing 0 -q:a 5'), undefined, []],
    [await sound('half.flac', '-c:a flac', 0.5),                   undefined, ['half.flac']],
    [{ name: 'half.wav', type: 'audio/wav', bytes: wavFile(48_000, 96_000) }, undefined, ['half.wav']],
  ]
  for (const [asset, trailer, cut] of files) {
    const { uuid } = await send(asset, trailer)
    const { status, cut_files } = await uploadOf(mika, uuid)
    const names = cut_files.map(({ name }) => name)
    deepEqual([asset.name, status, names], [asset.name, cut.length > 0 ? 'cut' : 'done', cut])
  }
})
