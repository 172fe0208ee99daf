import { equal } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { InputOf } from '#core/http/endpoint.ts'
import {
  beginUpload,
  completeUpload,
  listUploads,
  type Upload,
} from '#src/media/upload/upload.shared.ts'
import type { Integrations } from '#src/integrations/integrations.ts'
import type { TrackIndex } from '#src/media/packaging/package.ts'
import { ffmpeg, H264, tempFolder, PICTURE, TONE } from './ffmpeg.ts'
import { madeOnce } from './made-once.ts'
import type { Person } from './people.ts'
import { waitUntil } from './test-app.ts'

export interface TestFile {
  name: string
  type: string
  bytes: Buffer
}
type UploadFields = Partial<InputOf<typeof beginUpload>>

export const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** Returns the input that begins an upload; `more` overrides fields. */
export function uploadForm(person: Person, asset: TestFile, more: UploadFields = {}) {
  return {
    file_name: asset.name,
    file_size: asset.bytes.length,
    file_type: asset.type,
    md5: md5(asset.bytes),
    orh_account_id: person.account_id,
    title: 'Tide Tables',
    description: 'A year at one harbour.',
    total_copies: 3,
    ...more,
  }
}

/** Sends a file to its signed address, as a browser does. */
export function putFile({ url, headers }: { url: string | null; headers: object }, bytes: Buffer) {
  const body = new Uint8Array(bytes)
  return fetch(url!, { method: 'PUT', headers: headers as Record<string, string>, body })
}

interface Files {
  asset: TestFile
  poster?: TestFile
  trailer?: TestFile
}

/** Begins an upload, sends its files and completes each. */
export async function sendFiles(
  person: Person,
  { asset, poster, trailer }: Files,
  more: UploadFields = {},
) {
  const begun = await person.call(beginUpload, {
    ...uploadForm(person, asset, more),
    ...(poster && { poster_file_name: poster.name, poster_md5: md5(poster.bytes) }),
    ...(trailer && { trailer_file_name: trailer.name, trailer_md5: md5(trailer.bytes) }),
  })
  for (const [address, file] of [
    [begun.asset, asset],
    [begun.poster, poster],
    [begun.trailer, trailer],
  ] as const) {
    if (!address || !file) continue
    equal((await putFile(address, file.bytes)).status, 200)
    const { error } = await person.call(completeUpload, { upload_id: address.upload_id })
    equal(error, undefined)
  }
  return begun
}

export async function uploadOf(person: Person, uuid: string): Promise<Upload> {
  const { items } = await person.call(listUploads, { include_mint: true, limit: 100 })
  return items.find((item) => item.uuid === uuid)!
}

/** Waits until an upload is done, failed or aborted. */
export const waitForUpload = (person: Person, uuid: string): Promise<Upload> =>
  waitUntil(
    () => uploadOf(person, uuid),
    ({ status }) => ['done', 'failed', 'aborted'].includes(status),
    60,
  )

let small: ReturnType<typeof readSmallFiles> | undefined
/** Returns small media files, made once and kept in memory, and a folder of the process with them. */
export const smallFiles = () => (small ??= readSmallFiles())

async function readSmallFiles() {
  const folder = await tempFolder()
  await cp(await madeOnce('small-files', makeSmallFiles), folder, { recursive: true })
  const read = async (name: string, type: string): Promise<TestFile> => {
    return { name, type, bytes: await readFile(join(folder, name)) }
  }
  return {
    folder,
    film: await read('film.mp4', 'video/mp4'),
    /** Half of it yellow, half of it blue. */
    twoColours: await read('two-colours.mp4', 'video/mp4'),
    song: await read('song.mp3', 'audio/mpeg'),
    picture: await read('picture.png', 'image/png'),
  }
}

async function makeSmallFiles(folder: string) {
  const plain = (colour: string) => `-f lavfi -i color=${colour}:s=640x360:d=2`
  const joined = '-filter_complex [0:v][1:v]concat=n=2[v] -map [v] -map 2:a'
  for (const args of [
    `${PICTURE('640x360', 3)} ${TONE(3)} ${H264} -g 30 -c:a aac film.mp4`,
    `${plain('0xe4a722')} ${plain('0x20407c')} ${TONE(4)} ${joined} ${H264} -g 25 -c:a aac two-colours.mp4`,
    `${TONE(3)} -c:a libmp3lame song.mp3`,
    '-f lavfi -i mandelbrot=s=1600x1200 -frames:v 1 picture.png',
  ])
    await ffmpeg(folder, args)
}

/** Makes a picture of one colour, which is quick to encode and resize. */
export async function plainPicture(width: number, height: number): Promise<TestFile> {
  const create = { width, height, channels: 3, background: '#20407c' } as const
  return { name: 'plain.png', type: 'image/png', bytes: await sharp({ create }).png().toBuffer() }
}

export async function storedKeys({ storage }: Integrations, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).map(({ key }) => key)
}

/** Returns the duration of a rendition in seconds. */
export const secondsOf = ({ segments, timescale }: TrackIndex): number =>
  segments.reduce((sum, { duration }) => sum + duration, 0) / timescale
