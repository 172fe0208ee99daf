import { equal } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { InputOf } from '#core/http/endpoint.ts'
import {
  createDownload,
  type Download,
  listDownloads,
} from '#src/media/downloads/download.shared.ts'
import { ffmpeg, H264, PICTURE, tempFolder, TONE } from './ffmpeg.ts'
import type { Person, RunningApp } from './people.ts'
import { giveCopy } from './playback-fixtures.ts'
import { testApp, type TestApp, waitUntil } from './test-app.ts'
import { createTitle, type TitleOptions } from './titles.ts'
import { md5, plainPicture, type TestFile } from './uploads.ts'

/** A title whose owners may download its file, as an upload leaves it. */
export async function downloadableTitle(
  here: Pick<RunningApp, 'app' | 'clock'> & Pick<TestApp, 'integrations'>,
  creator: Person,
  { file, ...options }: TitleOptions & { file?: TestFile } = {},
) {
  const { name, type, bytes } = file ?? (await plainPicture(64, 48))
  const film = await createTitle(here, creator, { copies: 5, download_enabled: true, ...options })
  const id = randomUUID()
  const storage_key = `uploads/${id}/asset/${name}`
  const at = here.clock.now.toISOString()
  const { account_id } = creator
  await here.app.db
    .insertInto('upload')
    .values({
      id,
      kid: film.kid,
      account_id,
      of: 'title',
      status: 'done',
      total_copies: 5,
      created_at: at,
    })
    .execute()
  const stored = { upload_id: id, role: 'asset', file_name: name, mime: type, storage_key }
  await here.app.db
    .insertInto('upload_file')
    .values({ ...stored, size: bytes.length, md5: md5(bytes), completed_at: at })
    .execute()
  await here.integrations.storage.put(storage_key, bytes, { type })
  return film
}

/** Opens a test app with a title that can be downloaded; Ren owns No. 1, and Mika the rest. */
export async function downloadFixtures(
  t: TestContext,
  { role, ...options }: { role?: 'web' } & Parameters<typeof downloadableTitle>[2] = {},
) {
  const here = await testApp(t, { ...(role && { role }) })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const ren = await here.person('Ren', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const film = await downloadableTitle(here, mika, options)
  const no1 = film.tokens.get(1)!
  await giveCopy(here, no1, ren)
  return { here, mika, ren, aoi, film, no1 }
}

/** Downloads a copy's file and waits until its address can be used; throws if it is refused. */
export async function startDownload(
  who: Person,
  asset_token_id: string,
  more: Partial<InputOf<typeof createDownload>> = {},
): Promise<Download> {
  const { error, id } = await who.call(createDownload, { asset_token_id, ...more })
  if (error) throw new Error(error.code)
  const prepared = await waitUntil(
    () => downloadOf(who, asset_token_id, id),
    ({ status }) => status !== 'preparing',
    120,
  )
  equal(prepared.status, 'ready')
  return prepared
}

/** Returns one download of a copy as its owner sees it. */
export async function downloadOf(who: Person, asset_token_id: string, id: string) {
  const { downloads } = await who.call(listDownloads, { asset_token_id })
  return downloads.find((one) => one.id === id)!
}

/** Requests a download's address, with the given headers. */
export const fetchFile = ({ url }: Pick<Download, 'url'>, headers: Record<string, string> = {}) =>
  fetch(url!, { headers })

export const bytesOf = async (answer: Promise<Response>) =>
  Buffer.from(await (await answer).arrayBuffer())

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Makes a small file of one format. */
export async function sampleFile(name: string, type: string): Promise<TestFile> {
  const folder = await tempFolder()
  const isFilm = type.startsWith('video/')
  const isPicture = type.startsWith('image/')
  const film = `${PICTURE('320x180', 1)} ${TONE(1)} ${H264} -c:a aac`
  const picture = '-f lavfi -i testsrc=s=320x180 -frames:v 1'
  await ffmpeg(folder, `${isFilm ? film : isPicture ? picture : TONE(1)} ${name}`)
  return { name, type, bytes: await readFile(join(folder, name)) }
}

/** Returns the code with which a listing was refused. */
export const refusedIn = (answer: object) =>
  'items' in answer
    ? ((answer.items as { code?: string | null }[])[0]?.code ?? undefined)
    : undefined
