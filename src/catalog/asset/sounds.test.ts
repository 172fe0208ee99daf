import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { ffmpeg, H264, PICTURE, SILENCE, tempFolder } from '../../../test/ffmpeg.ts'
import { sendFiles, waitForUpload } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { getAsset } from './asset.shared.ts'

test('PL-03 a title names the languages that its film is spoken in, each once and the first one first', async (t) => {
  const folder = await tempFolder()
  const maps = '-map 0 -map 1 -map 1 -map 1 -map 1'
  const tags = ['jpn', 'eng', 'eng', 'und'].map((tag, i) => `-metadata:s:a:${i} language=${tag}`)
  await ffmpeg(folder, `${PICTURE('64x64', 1)} ${SILENCE(1)} ${maps} ${H264} -c:a aac ${tags.join(' ')} film.mkv`) // oxfmt-ignore
  const bytes = await readFile(join(folder, 'film.mkv'))
  const here = await testApp(t, { pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = { name: 'film.mkv', type: 'video/x-matroska', bytes }
  const { uuid, kid } = await sendFiles(mika, { asset: film })
  equal((await waitForUpload(mika, uuid)).status, 'done')

  const { sounds } = await here.call(getAsset, { id: kid })
  deepEqual(sounds, [
    { language: 'ja', label: '日本語' },
    { language: 'en', label: 'English' },
  ])
  const html = await (await fetch(`${here.url}/asset/${kid}?lang=en`)).text()
  match(html, /Sound: 日本語, English/)
  match(html, /"inLanguage":\["ja","en"\]/)
})
