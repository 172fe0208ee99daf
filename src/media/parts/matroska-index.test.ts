import { deepEqual, equal, ok } from 'node:assert/strict'
import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { packetGroups } from '#src/integrations/ffprobe.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { outputArgs, planRenditions } from '#src/media/packaging/encode.ts'
import { readFrom } from '#src/media/packaging/parts.ts'
import { ffmpeg, SILENCE, tempFolder } from '../../../test/ffmpeg.ts'
import { type Film, planFilm } from './film.ts'
import { matroskaIndex } from './matroska-index.ts'
import { withoutOverlaps } from './partial-file.ts'

const SECONDS = 310

/** AAC delays the picture by 21 ms, half a frame, where milliseconds decide which frame is chosen. */
const PICTURE = `-f lavfi -i testsrc2=s=160x90:r=24000/1001:d=${SECONDS}`
const OPEN_GROUPS = '-c:v libx264 -preset ultrafast -bf 2 -g 170 -x264-params open-gop=1'

let folder: string
before(async () => {
  folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE} ${SILENCE(SECONDS)} ${OPEN_GROUPS} -b:v 400k -c:a aac film.mkv`)
})

async function plan(file: string): Promise<Film | undefined> {
  const transcoder = await openTranscoder()
  const source = { folder, file, demuxer: 'matroska' }
  const probe = await transcoder.probe(source)
  const path = join(folder, file)
  return planFilm(transcoder, { id: 'film', source, path, probe, plan: await planRenditions(transcoder, source, probe) }) // oxfmt-ignore
}

/** Writes what a part reads of the film to a file that has holes elsewhere. Returns its share of the film. */
async function writePart({ index, parts, size }: Film, number: number) {
  const [from, to] = [await open(join(folder, 'film.mkv')), await open(join(folder, 'part'), 'w')]
  const ranges = withoutOverlaps([...index, parts[number - 1]!])
  for (const range of ranges) {
    const bytes = Buffer.alloc(range.to - range.from)
    await from.read(bytes, 0, bytes.length, range.from)
    await to.write(bytes, 0, bytes.length, range.from)
  }
  await Promise.all([from.close(), to.close()])
  await truncate(join(folder, 'part'), size)
  return ranges.reduce((sum, range) => sum + range.to - range.from, 0) / size
}

test('UP-06 the parts of a Matroska film have the frames that the whole film has, from a part of the file', async () => {
  const film = (await plan('film.mkv'))!
  equal(film.parts.length, 3)
  const { probe } = film
  const framesOf = async (file: string, seek: string, args: string[]) => {
    const filters = args[args.indexOf('-vf') + 1]!
    const limit = args.includes('-frames:v') ? `-frames:v ${args[args.indexOf('-frames:v') + 1]}` : '' // oxfmt-ignore
    const input = `${seek} -f matroska -i ${file} -map 0:v -vf ${filters} ${limit}`
    const text = await ffmpeg(folder, `${input} -f framemd5 -`)
    return text.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.split(',').at(-1)] : []))
  }
  const { rungs } = film.plan
  const whole = await framesOf('film.mkv', '', outputArgs({ rungs, aligned: false }, probe))
  const inParts = []
  for (const number of [1, 2, 3]) {
    ok((await writePart(film, number)) < 1)
    const part = { number, count: 3, inMilliseconds: true }
    const seek = number > 1 ? `-noaccurate_seek -ss ${readFrom(part).toFixed(3)}` : ''
    inParts.push(...(await framesOf('part', seek, outputArgs({ rungs, aligned: false }, probe, undefined, part)))) // oxfmt-ignore
  }
  equal(inParts.length, whole.length)
  deepEqual(inParts, whole)
})

test('a Matroska film that is cut off, or has no index, is not read in parts', async () => {
  const bytes = await readFile(join(folder, 'film.mkv'))
  await writeFile(join(folder, 'cut.mkv'), bytes.subarray(0, bytes.length - 100))
  await ffmpeg(folder, '-i film.mkv -c copy -live 1 live.mkv')
  for (const file of ['cut.mkv', 'live.mkv']) {
    equal(await matroskaIndex(join(folder, file), 0), undefined)
    ok((await stat(join(folder, file))).size > 0)
  }
  equal(await matroskaIndex(join(folder, 'film.mkv'), 5), undefined, 'there is no such track')
})

test('a Matroska film with more cues than it can need is not read in parts, and costs little', async () => {
  const bytes = await readFile(join(folder, 'film.mkv'))
  const voids = (length: number) => {
    const head = Buffer.from('1c53bb6b10000000', 'hex') // the cues, with a size of four bytes
    head.writeUInt32BE(0x10000000 + length, 4)
    return Buffer.concat([head, Buffer.alloc(length, Buffer.from([0xec, 0x80]))])
  }
  const cues = bytes.lastIndexOf(Buffer.from('1c53bb6b', 'hex'))
  const segment = bytes.indexOf(Buffer.from('18538067', 'hex')) + 4 // its size, of eight bytes
  for (const length of [2_000_000, 40_000_000]) {
    const film = Buffer.concat([bytes.subarray(0, cues), voids(length)])
    film.writeBigUInt64BE((1n << 56n) + BigInt(film.length - segment - 8), segment)
    await writeFile(join(folder, 'hostile.mkv'), film)
    const heap = process.memoryUsage().heapUsed
    equal(await matroskaIndex(join(folder, 'hostile.mkv'), 0), undefined)
    ok(process.memoryUsage().heapUsed - heap < 200_000_000)
  }
})

test('packets whose times claim more groups than a film has make none', () => {
  const groups = (count: number) => {
    const { read, found } = packetGroups()
    for (let i = 0; i < count; i++) read(Buffer.from(`packet|pts_time=${2 * i}|size=9|pos=${9 * i}|flags=K__\n`)) // oxfmt-ignore
    return found().length
  }
  equal(groups(1_000), 1_000)
  equal(groups(150_000), 0)
})
